import { type Blocks, createBlocks } from '../../blocks.ts';
import { ExtractionFailure } from '../../extraction-failure.ts';
import type { Output } from '../../output.ts';
import { elementReader } from '../xml/element-reader.ts';
import { readXml, type XmlReader } from '../xml/read-xml.ts';
import { openZip } from '../zip/open-zip.ts';

const maxSpaces = 100;
const maxLevel = 6;

/** Extracts paragraphs, headings, lists and tables of an OpenDocument text. */
export function extractOdt(bytes: Buffer, output: Output): void {
  const zip = openZip(bytes);
  const manifest = zip.read('META-INF/manifest.xml');
  if (manifest) readXml(manifest, { open: refuseEncrypted });
  const content = zip.read('content.xml');
  if (!content) throw new ExtractionFailure('damaged');
  readXml(content, readContent(createBlocks(output)));
}

function refuseEncrypted(name: string): void {
  if (name === 'encryption-data') throw new ExtractionFailure('password');
}

function readContent(blocks: Blocks): XmlReader {
  let listDepth = 0;
  let heading = '';
  return elementReader({
    skipped: ['tracked-changes', 'annotation', 'forms'],
    open: {
      p: blocks.openParagraph,
      h(attributes) {
        blocks.openParagraph();
        heading = `${'#'.repeat(Math.min(maxLevel, Number(attributes['outline-level']) || 1))} `;
      },
      list: () => void listDepth++,
      s: ({ c }) => blocks.text(' '.repeat(Math.min(maxSpaces, Number(c) || 1))),
      tab: () => blocks.text('\t'),
      'line-break': () => blocks.text('\n'),
      table: blocks.openTable,
      'table-row': blocks.openRow,
      'table-cell': blocks.openCell,
      'covered-table-cell': blocks.openCell,
    },
    text: (text) => blocks.text(text.replace(/\s+/g, ' ')),
    close: {
      p: () => blocks.closeParagraph(listDepth > 0 ? '- ' : ''),
      h: () => blocks.closeParagraph(heading),
      list: () => void listDepth--,
      table: blocks.closeTable,
      'table-cell': blocks.closeCell,
      'covered-table-cell': blocks.closeCell,
    },
  });
}
