import { parseBlocks } from './parse-blocks.ts';

/** Renders texts that would block the page. */
self.onmessage = ({ data: { id, text } }: MessageEvent<{ id: number; text: string }>) => {
  try {
    self.postMessage({ id, blocks: parseBlocks(text) });
  } catch (error) {
    self.postMessage({ id, fault: String(error) });
  }
};
