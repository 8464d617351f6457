import type { Extracted, TextSource } from '@gatehouse/domain';
import { ExtractionFailure } from './extraction-failure.ts';
import { extractMail } from './formats/mail/extract-mail.ts';
import { extractDocx } from './formats/office/extract-docx.ts';
import { extractOdt } from './formats/office/extract-odt.ts';
import { extractPptx } from './formats/office/extract-pptx.ts';
import { extractXlsx } from './formats/office/extract-xlsx.ts';
import { createOutput, type Output } from './output.ts';

const formats: Record<TextSource, (bytes: Buffer, output: Output) => void | Promise<void>> = {
  // The largest library by far, which other formats do not need.
  pdf: async (bytes, output) => (await import('./formats/pdf/extract-pdf.ts')).extractPdf(bytes, output),
  docx: extractDocx,
  xlsx: extractXlsx,
  pptx: extractPptx,
  odt: extractOdt,
  eml: extractMail,
};

/** Extracts the text of a file as markdown. A fault of the file is a result, never an error. // D75 */
export async function extract(source: TextSource, bytes: Buffer): Promise<Extracted> {
  const output = createOutput();
  try {
    await formats[source](bytes, output);
  } catch (error) {
    return { state: 'failed', reason: error instanceof ExtractionFailure ? error.reason : 'damaged' };
  }
  const text = output.end();
  return text === undefined ? { state: 'none' } : { state: 'ready', text: wellFormed(text) };
}

/** Text of the workspace never contains a NUL or half a character. // D16 */
function wellFormed(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
