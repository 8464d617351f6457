/** A PDF with these pages. Each page has these lines of text. */
export function makePdf(pages: readonly (readonly string[])[]): Buffer {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', font];
  const kids = pages.map((lines) => {
    const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -16 Td`).join('\n');
    const content = `BT /F1 12 Tf 72 720 Td\n${shown}\nET`;
    objects.push(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    return `${objects.length} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`;
  return writePdf(objects, '');
}

/** A PDF of one page with what these operators draw as text, and with annotations. */
export function drawPdf(operators: string, annotations: readonly string[] = []): Buffer {
  const content = `BT /F1 12 Tf 72 720 Td ${operators} ET`;
  const references = annotations.map((_, index) => `${6 + index} 0 R`).join(' ');
  const page = `/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> /Annots [${references}]`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< ${page} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  return writePdf([...objects, ...annotations], '');
}

/** Writes objects with their table. `trailer` is added to the trailer's dictionary. */
export function writePdf(objects: readonly string[], trailer: string): Buffer {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${text}${table}trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}
