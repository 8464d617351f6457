import { parseBlocks } from './parse-blocks.ts';
import type { Source } from './parse-in-worker.ts';
import { reviewBlocks } from './review-blocks.ts';

/** Renders texts that would block the page. */
self.onmessage = ({ data: { id, text, review } }: MessageEvent<Source & { id: number }>) => {
  try {
    self.postMessage({ id, blocks: review ? reviewBlocks(review) : parseBlocks(text) });
  } catch (error) {
    self.postMessage({ id, fault: String(error) });
  }
};
