import type { ExtractionJob } from './process/extraction-job.ts';

const content = 'BT /F1 12 Tf 72 720 Td (Text of files) Tj ET';
const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
];

/** A small PDF with one line of text, which `gatehouse doctor` uses to test extraction. */
export function sampleJob(): ExtractionJob {
  const bytes = writePdf();
  return { source: 'pdf', sizeBytes: bytes.length, bytes: [bytes] };
}

/** The text of that PDF. */
export const sampleText = '## Page 1\n\nText of files\n';

function writePdf(): Buffer {
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${text}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}
