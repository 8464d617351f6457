import type { Dataset } from './dataset.ts';
import { toolRequestMaker } from './tool-request.ts';

/** The measured calls: how the arguments of the n-th one are made. */
export const measuredCalls: Record<string, (dataset: Dataset, index: number) => object> = {
  read_doc: ({ docIds }, index) => ({ docId: docIds[(index * 7919) % docIds.length] }),
  search: ({ docIds }, index) => ({ query: index % 2 === 0 ? `mark${(index * 31) % docIds.length}x` : 'gateway document' }),
  list_docs: () => ({}),
  find_text: ({ docIds }, index) => ({ docId: docIds[(index * 7919) % docIds.length], query: 'unique mark' }),
  create_task: (_, index) => ({ title: `Look into call ${index}` }),
  whoami: () => ({}),
  // Always succeeds: the counter grows by a digit, whatever was edited before.
  edit_doc: ({ editIds }, index) => ({ docId: editIds[index % editIds.length], oldText: 'counter: ', newText: `counter: ${index % 10}` }),
};

/** Requests with a key each: no key makes more calls than its limit allows. */
export function requestMaker(tool: string, dataset: Dataset, keys: { next(): string }, startAt = 0): () => Buffer {
  const makeArguments = measuredCalls[tool] as (dataset: Dataset, index: number) => object;
  return toolRequestMaker(tool, keys, (index) => makeArguments(dataset, startAt + index));
}

/** Hands out keys in turn. */
export function keyRing(keys: string[]): { next(): string } {
  let at = 0;
  return {
    next() {
      at = (at + 1) % keys.length;
      return keys[at] as string;
    },
  };
}
