import { type Blocks, createBlocks } from '../../blocks.ts';
import { ExtractionFailure } from '../../extraction-failure.ts';
import type { Output } from '../../output.ts';
import { elementReader } from '../xml/element-reader.ts';
import type { XmlReader } from '../xml/read-xml.ts';
import { openOfficePackage, partOfType } from './office-package.ts';

/** Placeholders that programs fill automatically on each slide. */
const fields = new Set(['sldNum', 'dt', 'hdr', 'ftr']);

/** Extracts the slides of a presentation in order, each with its notes. */
export function extractPptx(bytes: Buffer, output: Output): void {
  const office = openOfficePackage(bytes);
  const relations = office.relations(office.main);
  const slides: string[] = [];
  const isThere = office.read(office.main, {
    open(name, attributes) {
      // The element has two attributes with the name "id": its own identifier, and that of the relation.
      const target = name === 'sldId' ? relations.get(attributes.id ?? '')?.target : undefined;
      if (target !== undefined) slides.push(target);
    },
  });
  if (!isThere) throw new ExtractionFailure('damaged');
  for (const [index, slide] of slides.entries()) {
    output.heading(`## Slide ${index + 1}`);
    office.read(slide, readShapes(createBlocks(output)));
    const notes = partOfType(office.relations(slide), 'notesSlide');
    if (notes !== undefined) office.read(notes, readShapes(createBlocks(under('Notes:', output))));
  }
}

/** Output with a heading before its first block. Programs write notes for every slide, and most of them are empty. */
function under(heading: string, output: Output): Output {
  let isBegun = false;
  return {
    ...output,
    block(text) {
      if (!isBegun) output.heading(heading);
      isBegun = true;
      output.block(text);
    },
  };
}

function readShapes(blocks: Blocks): XmlReader {
  let isText = false;
  let isTitle = false;
  let isField = false;
  return elementReader({
    skipped: ['Fallback'],
    open: {
      ph({ type = '' }) {
        isTitle = type === 'title' || type === 'ctrTitle';
        isField = fields.has(type);
      },
      p: blocks.openParagraph,
      t: () => void (isText = true),
      br: () => blocks.text('\n'),
      tbl: blocks.openTable,
      tr: blocks.openRow,
      tc: blocks.openCell,
    },
    text: (text) => isText && !isField && blocks.text(text),
    close: {
      sp: () => void (isTitle = isField = false),
      p: () => blocks.closeParagraph(isTitle ? '### ' : ''),
      t: () => void (isText = false),
      tbl: blocks.closeTable,
      tc: blocks.closeCell,
    },
  });
}
