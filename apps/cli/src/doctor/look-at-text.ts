import { messageOf } from '@gatehouse/domain';
import { openExtractor, sampleJob, sampleText } from '@gatehouse/extraction';
import { failed, ok, type Verdict } from './finding.ts';

/** Extracts the text of a PDF in a separate process, as a gateway does. // D75 */
export async function lookAtText(): Promise<Verdict> {
  const extractor = openExtractor({ refuse: () => new Error('another extraction is running') });
  try {
    const extracted = await extractor.extract(sampleJob(), 'doctor');
    if (extracted.state === 'ready' && extracted.text === sampleText) return ok('text can be extracted from PDF, Office and mail files');
    return failed('the text of a sample PDF was extracted wrongly: reinstall this version of Gatehouse');
  } catch (error) {
    return failed(`the process that extracts text failed: ${messageOf(error)}`);
  } finally {
    await extractor.close();
  }
}
