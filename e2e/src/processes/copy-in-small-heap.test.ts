import { postgresMissing } from '@gatehouse/storage/testing';
import { expect, it } from 'vitest';
import { copyInSmallHeap } from './copy-in-small-heap.ts';

const missing = postgresMissing();

it.skipIf(missing)(
  `copies large files to Postgres and back with a heap that cannot hold them${missing ? ` (skipped: ${missing})` : ''}`,
  { tags: ['nightly'] },
  async () => {
    expect(await copyInSmallHeap({ texts: 8, binaries: 2, fileBytes: 7 * 1024 ** 2, heapMegabytes: 48 })).toEqual([]);
  },
);
