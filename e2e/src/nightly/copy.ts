import { postgresMissing } from '@gatehouse/storage/testing';
import { copyInSmallHeap } from '../processes/copy-in-small-heap.ts';

/** Copies 40 texts of 10 MiB, and as many bytes of binary files, to Postgres and back. Returns the faults. */
export async function copyLargeFiles(): Promise<string[]> {
  const missing = postgresMissing();
  if (missing !== undefined) return [`no copy was made: ${missing}`];
  return await copyInSmallHeap({ texts: 40, binaries: 40, fileBytes: 10 * 1024 ** 2, heapMegabytes: 96 });
}
