import { makeZip, type ZipEntry } from './make-zip.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A relation of a part: its type, and its target relative to the part. */
type Relations = readonly (readonly [id: string, type: string, target: string])[];

export function relationsPart(relations: Relations): string {
  const rows = relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${relationType}/${type}" Target="${target}"/>`);
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`;
}

function office(main: string, parts: Record<string, string>, more: readonly ZipEntry[] = []): Buffer {
  const own = Object.entries(parts).map(([name, content]) => ({ name, content }));
  return makeZip([{ name: '_rels/.rels', content: relationsPart([['rId1', 'officeDocument', main]]) }, ...own, ...more]);
}

/** A Word document with this body. `styles` and `footnotes` are the elements of their parts. */
export function makeDocx(body: string, { styles = '', footnotes = '' } = {}): Buffer {
  const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return office('word/document.xml', {
    'word/document.xml': `${declaration}<w:document ${names}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationsPart([
      ['rId1', 'styles', 'styles.xml'],
      ['rId2', 'footnotes', 'footnotes.xml'],
    ]),
    'word/styles.xml': `${declaration}<w:styles ${names}>${styles}</w:styles>`,
    'word/footnotes.xml': `${declaration}<w:footnotes ${names}>${footnotes}</w:footnotes>`,
  });
}

export const paragraph = (text: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A workbook of these sheets, with the rows of each as XML. */
export function makeXlsx(sheets: Record<string, string>, { strings = [] as string[], styles = '', workbook = '' } = {}): Buffer {
  const names = Object.keys(sheets);
  const listed = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const parts = names.map((name, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `${declaration}<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
  ]);
  return office('xl/workbook.xml', {
    'xl/workbook.xml': `${declaration}<workbook xmlns:r="${relationType}">${workbook}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsPart([
      ...names.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['rId90', 'sharedStrings', 'sharedStrings.xml'],
      ['rId91', 'styles', '/xl/styles.xml'],
    ]),
    'xl/sharedStrings.xml': `${declaration}<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${declaration}<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(parts),
  });
}

/** A presentation of these slides, with notes if they have any. */
export function makePptx(slides: readonly { shapes: string; notes?: string }[]): Buffer {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`);
  const parts = slides.flatMap(({ shapes, notes }, index) => {
    const slide = [`ppt/slides/slide${index + 1}.xml`, `${declaration}<p:sld xmlns:p="p" xmlns:a="a">${shapes}</p:sld>`];
    if (notes === undefined) return [slide];
    const target = `../notesSlides/notesSlide${index + 1}.xml`;
    return [
      slide,
      [`ppt/slides/_rels/slide${index + 1}.xml.rels`, relationsPart([['rId1', 'notesSlide', target]])],
      [`ppt/notesSlides/notesSlide${index + 1}.xml`, `${declaration}<p:notes xmlns:p="p" xmlns:a="a">${notes}</p:notes>`],
    ];
  });
  return office('ppt/presentation.xml', {
    'ppt/presentation.xml': `${declaration}<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsPart(
      slides.map((_, index) => [`rId${index + 1}`, 'slide', `slides/slide${index + 1}.xml`] as const),
    ),
    ...Object.fromEntries(parts),
  });
}

/** An OpenDocument text with this body. */
export function makeOdt(body: string, manifest = ''): Buffer {
  return makeZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
    { name: 'META-INF/manifest.xml', content: `${declaration}<manifest:manifest xmlns:manifest="m">${manifest}</manifest:manifest>` },
    {
      name: 'content.xml',
      content: `${declaration}<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
  ]);
}
