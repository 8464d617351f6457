import type { TextSource } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { extract } from './extract.ts';
import { makeDocx, makeOdt, makePptx, makeXlsx, paragraph } from './testing/make-office.ts';
import { drawPdf, makePdf, writePdf } from './testing/make-pdf.ts';

async function textOf(source: TextSource, bytes: Buffer): Promise<string> {
  const extracted = await extract(source, bytes);
  if (extracted.state !== 'ready') throw new Error(JSON.stringify(extracted));
  return extracted.text;
}

describe('a PDF (D75)', () => {
  it('becomes the text of its pages', async () => {
    const pdf = makePdf([['Annual report', 'Sales grew (by 12 %).'], ['Outlook: café']]);
    expect(await textOf('pdf', pdf)).toBe('## Page 1\n\nAnnual report\nSales grew (by 12 %).\n\n## Page 2\n\nOutlook: café\n');
  });

  it('is read with its character maps if it is in Japanese', async () => {
    const pdf = writePdf(
      [
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
        '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [5 0 R] >>',
        '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
        '<< /Length 48 >>\nstream\nBT /F1 12 Tf 72 720 Td <93fa967b8cea> Tj ET      \nendstream',
        '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>',
      ],
      '',
    );
    expect(await textOf('pdf', pdf)).toBe('## Page 1\n\n日本語\n');
  });

  it('yields text once if it is drawn over itself to look bold', async () => {
    const drawn = [
      '(Scale) Tj 0.7 0.7 Td (Scale) Tj -0.7 -0.7 Td (Scale) Tj',
      // Two narrow letters side by side, with another one drawn between them, and the same text in another place.
      '0 -20 Td (l) Tj 0 -20 Td (o) Tj 2.7 20 Td (l) Tj 0 -40 Td (Scale) Tj',
    ].join(' ');
    expect(await textOf('pdf', drawPdf(drawn))).toBe('## Page 1\n\nScale\nl\no\nl\nScale\n');
  });

  it('keeps the words of headings with wide gaps between their letters', async () => {
    const pdf = drawPdf('6 Tc (ANNUAL REPORT) Tj 0 Tc 0 -20 Td (a b) Tj');
    expect(await textOf('pdf', pdf)).toBe('## Page 1\n\nANNUAL REPORT\na b\n');
  });

  it('joins words that are divided at the end of a line', async () => {
    const pdf = makePdf([['The inter-', 'national price of X-', 'Rays is 10-', '20 euros - or', '- less']]);
    expect(await textOf('pdf', pdf)).toBe('## Page 1\n\nThe international price of X-\nRays is 10-\n20 euros - or\n- less\n');
  });

  it('includes filled-in fields and notes, but no passwords', async () => {
    const box = '/Type /Annot /Rect [72 600 200 620]';
    const field = `${box} /Subtype /Widget`;
    const pdf = drawPdf('(Application) Tj', [
      `<< ${field} /FT /Tx /T (name) /V (Ana\\rLima) >>`,
      `<< ${field} /FT /Tx /T (f2) /TU (Home town) /V (Lisbon) >>`,
      `<< ${field} /FT /Tx /T (empty) >>`,
      `<< ${field} /FT /Tx /T (secret) /Ff 8192 /V (hunter2) >>`,
      `<< ${field} /FT /Tx /T (unseen) /F 2 /V (hidden) >>`,
      `<< ${field} /FT /Ch /T (country) /Opt [[(pt) (Portugal)] [(es) (Spain)]] /V (pt) >>`,
      `<< ${field} /FT /Btn /T (agrees) /V /Yes >>`,
      `<< ${box} /Subtype /Text /Contents (Ask for the receipt.) >>`,
      `<< ${box} /Subtype /Popup /Contents (Ask again.) >>`,
      `<< ${box} /Subtype /Link /Contents (Go to the site.) >>`,
    ]);
    const added = 'Ask for the receipt.\n\nname: Ana\nLima\n\nHome town: Lisbon\n\ncountry: Portugal\n';
    expect(await textOf('pdf', pdf)).toBe(`## Page 1\n\nApplication\n\n${added}`);
  });

  it('has no text if its pages have none', async () => {
    expect(await extract('pdf', makePdf([[], []]))).toEqual({ state: 'none' });
  });
});

describe('a Word document (D75)', () => {
  it('keeps headings, lists, breaks and notes', async () => {
    const styles = '<w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>';
    const body = [
      paragraph('Plan', '<w:pStyle w:val="berschrift2"/>'),
      paragraph('First', '<w:numPr/>'),
      '<w:p><w:r><w:t>One</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three &amp; four</w:t></w:r></w:p>',
    ];
    const docx = makeDocx(body.join(''), { styles, footnotes: paragraph('A note.') });
    expect(await textOf('docx', docx)).toBe('## Plan\n\n- First\n\nOne\ttwo\nthree & four\n\nA note.\n');
  });

  it('keeps text that is marked as literal', async () => {
    expect(await textOf('docx', makeDocx(paragraph('<![CDATA[a < b & c]]>, d')))).toBe('a < b & c, d\n');
  });

  it('leaves out deleted text, field instructions and fallbacks', async () => {
    const body = [
      '<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>',
      '<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>7</w:t></w:r></w:p>',
      '<w:p><w:r><mc:AlternateContent><mc:Choice><w:t>shown</w:t></mc:Choice><mc:Fallback><w:t>again</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>',
    ];
    expect(await textOf('docx', makeDocx(body.join('')))).toBe('new\n\n7\n\nshown\n');
  });

  it('shows tables as markdown, and tables in cells as their text', async () => {
    const cell = (content: string) => `<w:tc>${content}</w:tc>`;
    const inner = `<w:tbl><w:tr>${cell(paragraph('in'))}${cell(paragraph('side'))}</w:tr></w:tbl>`;
    const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
    const table = `<w:tbl>${row(paragraph('Name'), paragraph('City'))}${row(paragraph('a|b') + paragraph('c'), inner)}</w:tbl>`;
    expect(await textOf('docx', makeDocx(table))).toBe('| Name | City |\n| --- | --- |\n| a\\|b c | in side |\n');
    expect(await textOf('docx', makeDocx(row(paragraph('Outside a table'))))).toBe('Outside a table\n');
  });
});

describe('a workbook (D75)', () => {
  it('shows each sheet as a table of its filled columns', async () => {
    const rows = `<row r="2"><c r="B2" t="s"><v>0</v></c><c r="D2" t="inlineStr"><is><t>City</t></is></c></row>
      <row r="5"><c r="B5"><v>0.1</v></c><c r="D5" t="str"><f>A1</f><v>Bern</v></c></row>`;
    const strings = ['<r><t>Na</t></r><r><t>me</t></r><rPh><t>x</t></rPh>'];
    const text = await textOf('xlsx', makeXlsx({ 'Q1 sales': rows, Empty: '' }, { strings }));
    expect(text).toBe('## Sheet: Q1 sales\n\n| Name | City |\n| --- | --- |\n| 0.1 | Bern |\n\n## Sheet: Empty\n');
  });

  it('shows dates, times, truth values and long fractions as people read them', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="[Red]dd/mm/yyyy\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="20"/></cellXfs>';
    const rows =
      '<row><c s="1"><v>46000</v></c><c s="2"><v>46000.75</v></c><c s="3"><v>0.25</v></c><c t="b"><v>1</v></c><c s="0"><v>0.30000000000000004</v></c></row>';
    expect(await textOf('xlsx', makeXlsx({ A: rows }, { styles }))).toContain(
      '| 2025-12-09 | 2025-12-09 18:00:00 | 06:00:00 | TRUE | 0.3 |',
    );
  });

  it.each([
    ['yyyy-mm-dd', '2025-12-09'],
    ['d. mmmm', '2025-12-09'],
    ['mmm', '2025-12-09'],
    ['[h]:mm', '1104018:00:00'],
    ['"total" [MM]', '1104018:00:00'],
    ['[Blue]h:mm', '18:00:00'],
    ['h:mm AM/PM', '18:00:00'],
    ['0.00', '46000.75'],
    ['0.0 "days"', '46000.75'],
    ['0.0\\d', '46000.75'],
    ['[Red]#,##0', '46000.75'],
    ['General', '46000.75'],
  ])('shows a number with the format %s', async (code, shown) => {
    const styles = `<numFmts><numFmt numFmtId="170" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs>`;
    expect(await textOf('xlsx', makeXlsx({ A: '<row><c s="0"><v>46000.75</v></c></row>' }, { styles }))).toContain(`| ${shown} |`);
  });

  it('shows durations longer than a day, and negative ones', async () => {
    const styles = '<cellXfs><xf numFmtId="46"/></cellXfs>';
    const rows = '<row><c s="0"><v>1.5</v></c><c s="0"><v>-0.0625</v></c></row>';
    expect(await textOf('xlsx', makeXlsx({ A: rows }, { styles }))).toContain('| 36:00:00 | -01:30:00 |');
  });

  it('counts days from 1904 if the workbook does', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const made = makeXlsx({ A: '<row><c s="0"><v>0</v></c></row>' }, { styles, workbook: '<workbookPr date1904="1"/>' });
    expect(await textOf('xlsx', made)).toContain('| 1904-01-01 |');
  });

  it('has no text if its sheets are empty', async () => {
    expect(await extract('xlsx', makeXlsx({ A: '', B: '<row><c><v></v></c></row>' }))).toEqual({ state: 'none' });
  });
});

it('a presentation becomes its slides in their order, with titles, tables and notes (D75)', async () => {
  const title = '<p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>Goals</a:t></a:r></a:p></p:sp>';
  const text = '<p:sp><a:p><a:r><a:t>One</a:t></a:r><a:br/><a:r><a:t>Two</a:t></a:r></a:p></p:sp>';
  const table =
    '<a:tbl><a:tr><a:tc><a:p><a:r><a:t>x</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>y</a:t></a:r></a:p></a:tc></a:tr></a:tbl>';
  const number = '<p:sp><p:nvPr><p:ph type="sldNum"/></p:nvPr><a:p><a:fld><a:t>1</a:t></a:fld></a:p></p:sp>';
  const pptx = makePptx([
    { shapes: title + text, notes: `${number}<a:p><a:r><a:t>Say hello</a:t></a:r></a:p>` },
    { shapes: table, notes: number },
  ]);
  expect(await textOf('pptx', pptx)).toBe(
    '## Slide 1\n\n### Goals\n\nOne\nTwo\n\nNotes:\n\nSay hello\n\n## Slide 2\n\n| x | y |\n| --- | --- |\n',
  );
});

it('an OpenDocument text keeps headings, lists, spaces and tables, and loses deleted text (D75)', async () => {
  const body = [
    '<text:tracked-changes><text:p>old</text:p></text:tracked-changes>',
    '<text:h text:outline-level="2">Plan</text:h>',
    '<text:list><text:list-item><text:p>First</text:p></text:list-item></text:list>',
    '<text:p>One<text:s text:c="3"/>two<text:line-break/>\n  three<text:tab/>four</text:p>',
    '<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell><text:p>y</text:p></table:table-cell></table:table-row></table:table>',
  ];
  expect(await textOf('odt', makeOdt(body.join('')))).toBe('## Plan\n\n- First\n\nOne   two\n three\tfour\n\n| x | y |\n| --- | --- |\n');
});

describe('a mail (D75)', () => {
  it('becomes its head, its text and the names of its attachments', async () => {
    const mail = [
      'From: =?utf-8?B?w4RubmU=?= <anne@example.org>',
      'To: Bo <bo@example.org>, c@example.org',
      'Subject: Hello there',
      'Date: Fri, 27 Nov 2026 10:00:00 +0000',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Caf=E9 at noon?',
      '--b',
      'Content-Type: application/pdf; name="menu.pdf"',
      'Content-Disposition: attachment; filename="menu.pdf"',
      '',
      'x',
      '--b--',
      '',
    ];
    expect(await textOf('eml', Buffer.from(mail.join('\r\n')))).toBe(
      [
        '# Hello there\n',
        'From: Änne <anne@example.org>',
        'To: Bo <bo@example.org>, c@example.org',
        'Date: 2026-11-27T10:00:00.000Z\n',
        'Café at noon?\n',
        'Attachments:\n',
        '- menu.pdf\n',
      ].join('\n'),
    );
  });

  it('is read as text if it has only HTML', async () => {
    const mail =
      'Subject: Hi\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<style>p{}</style><p>One &amp; <b>two</b></p><script>x()</script>';
    expect(await textOf('eml', Buffer.from(mail))).toBe('# Hi\n\nOne & two\n');
  });
});
