import type { ReviewSource } from './block-review.ts';
import type { Block } from './parse-blocks.ts';

/** A text to render. */
export interface Source {
  text: string;
  /** Given to mark agents' changes in it. */
  review?: ReviewSource | undefined;
}

/** Maximum time for a text: one that was written in seconds must not block a reader for minutes. */
const maxMs = 10_000;

interface Answer {
  id: number;
  blocks?: Block[];
  fault?: string;
}

let worker: Worker | undefined;
let nextId = 1;

/** Parses the blocks of a text outside of the page. Rejects if that fails or takes too long. */
export function parseInWorker({ text, review }: Source): Promise<Block[]> {
  const used = (worker ??= new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' }));
  const id = nextId++;
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      used.removeEventListener('message', hear);
      used.removeEventListener('error', fail);
    };
    const hear = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      end();
      if (data.blocks) resolve(data.blocks);
      else reject(new Error(data.fault));
    };
    const fail = () => {
      end();
      if (worker === used) worker = undefined;
      used.terminate();
      reject(new Error('the text could not be rendered'));
    };
    const timer = setTimeout(fail, maxMs);
    used.addEventListener('message', hear);
    used.addEventListener('error', fail);
    used.postMessage({ id, text, review });
  });
}
