import { createTextExtraction, newId, type TextExtraction } from '@gatehouse/core';
import type { Gatehouse } from '../composition/composition.ts';

/** Extracts the text of new files (D75). Keep the object. */
export function createExtraction({ store, gateway, extractor, logger }: Gatehouse, signal: AbortSignal): TextExtraction {
  const { clock, files } = gateway;
  const report = (error: unknown) => logger.fault('the text of a file could not be extracted; will retry in a minute', error);
  const extraction = createTextExtraction({ store, files, extractor, clock, holder: newId('req', clock()), report, signal });
  return { look: () => extraction.look().catch(report), end: () => extraction.end().catch(report) };
}
