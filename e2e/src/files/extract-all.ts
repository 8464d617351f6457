import { createTextExtraction } from '@gatehouse/core';
import type { World } from '../kit/world.ts';

type Extractor = Parameters<typeof createTextExtraction>[0]['extractor'];

/** Extracts the text of all files that wait for it, as the background job of a gateway does. */
export async function extractAll({ store, clock, gateway, faults }: World, extractor: Extractor): Promise<void> {
  const extraction = createTextExtraction({
    store,
    files: gateway.files,
    extractor,
    clock: () => clock.now,
    holder: 'test',
    report: (error) => void faults.push(error),
    signal: new AbortController().signal,
  });
  await extraction.look();
  await extraction.end();
}
