import { openExtractor, sampleJob, sampleText } from '@gatehouse/extraction';
import { failed, ok, type Verdict } from './finding.ts';

/** Extracts the text of a PDF in a separate process, as a gateway does. // D75 */
export async function lookAtText(): Promise<Verdict> {
  const extractor = openExtractor({ refuse: () => new Error('another extraction is under way') });
  try {
    const extracted = await extractor.extract(sampleJob(), 'doctor');
    if (extracted.state === 'ready' && extracted.text === sampleText) return ok('can be extracted from PDF, Office and mail files');
    return failed('the text of a sample PDF was not extracted as it is: install this version of Gatehouse again');
  } catch (error) {
    return failed(`the process that extracts text did not work: ${(error as Error).message}`);
  } finally {
    await extractor.close();
  }
}
