import { type Blocks, createBlocks } from '../../blocks.ts';
import { ExtractionFailure } from '../../extraction-failure.ts';
import type { Output } from '../../output.ts';
import { elementReader } from '../xml/element-reader.ts';
import type { XmlReader } from '../xml/read-xml.ts';
import { type OfficePackage, openOfficePackage, partOfType } from './office-package.ts';

/** Elements whose text is left out: deleted text, instructions of fields, and fallbacks of newer elements. */
const skipped = ['del', 'moveFrom', 'instrText', 'delText', 'Fallback', 'pPrChange', 'rPrChange', 'tabs'];

/** Extracts paragraphs, headings, lists and tables of a Word document, then its notes. */
export function extractDocx(bytes: Buffer, output: Output): void {
  const office = openOfficePackage(bytes);
  const relations = office.relations(office.main);
  const headings = readHeadings(office, partOfType(relations, 'styles'));
  if (!office.read(office.main, readBody(createBlocks(output), headings))) throw new ExtractionFailure('damaged');
  for (const type of ['footnotes', 'endnotes', 'comments']) {
    const part = partOfType(relations, type);
    if (part !== undefined) office.read(part, readBody(createBlocks(output), headings));
  }
}

/** Reads the level of each heading style. Identifiers of styles are in the language of the program, their names are not. */
function readHeadings(office: OfficePackage, part: string | undefined): Map<string, number> {
  const levels = new Map<string, number>();
  let style = '';
  const reader: XmlReader = {
    open(name, { styleId, val }) {
      if (name === 'style') style = styleId ?? '';
      const level = name === 'name' ? /^heading ([1-6])$/i.exec(val ?? '')?.[1] : undefined;
      if (level !== undefined) levels.set(style, Number(level));
      else if (name === 'name' && val?.toLowerCase() === 'title') levels.set(style, 1);
      else if (name === 'outlineLvl' && /^[0-5]$/.test(val ?? '')) levels.set(style, Number(val) + 1);
    },
  };
  if (part !== undefined) office.read(part, reader);
  return levels;
}

function readBody(blocks: Blocks, headings: ReadonlyMap<string, number>): XmlReader {
  let isText = false;
  let prefix = '';
  return elementReader({
    skipped,
    open: {
      p() {
        blocks.openParagraph();
        prefix = '';
      },
      pStyle({ val = '' }) {
        const level = headings.get(val);
        if (level !== undefined) prefix = `${'#'.repeat(level)} `;
      },
      numPr: () => void (prefix ||= '- '),
      t: () => void (isText = true),
      tab: () => blocks.text('\t'),
      br: () => blocks.text('\n'),
      cr: () => blocks.text('\n'),
      noBreakHyphen: () => blocks.text('-'),
      tbl: blocks.openTable,
      tr: blocks.openRow,
      tc: blocks.openCell,
    },
    text: (text) => isText && blocks.text(text),
    close: {
      t: () => void (isText = false),
      tc: blocks.closeCell,
      tbl: blocks.closeTable,
      p() {
        blocks.closeParagraph(prefix);
        prefix = '';
      },
    },
  });
}
