import { postgresMissing } from '@gatehouse/storage/testing';
import { copyInSmallHeap } from '../processes/copy-in-small-heap.ts';

/** Copies 40 texts of 10 MiB, and as much that is no text, to Postgres and back, and gives what did not go well. */
export async function copyLargeFiles(): Promise<string[]> {
  const missing = postgresMissing();
  if (missing !== undefined) return [`no copy was made: ${missing}`];
  return await copyInSmallHeap({ texts: 40, binaries: 40, fileBytes: 10 * 1024 ** 2, heapMegabytes: 96 });
}
