import { SaxesParser } from 'saxes';
import { ExtractionFailure } from '../../extraction-failure.ts';
import { decodeXml } from './decode-xml.ts';

/** Attributes by their names without prefix: `w:val` is `val`. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Receives elements. Names have no prefix. */
export interface XmlReader {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

const maxDepth = 256;

/** Reads an XML file from beginning to end. Refuses document types, and with them all entities, before any is expanded. */
export function readXml(bytes: Buffer, reader: XmlReader): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('doctype', () => {
    throw new ExtractionFailure('has_entities');
  });
  parser.on('opentagstart', () => {
    if (++depth > maxDepth) throw new ExtractionFailure('too_deep');
  });
  parser.on('opentag', ({ name, attributes }) => reader.open?.(local(name), locally(attributes)));
  parser.on('closetag', ({ name }) => {
    depth--;
    reader.close?.(local(name));
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('error', (cause) => {
    throw new ExtractionFailure('damaged', { cause });
  });
  for (const piece of decodeXml(bytes)) parser.write(piece);
  parser.close();
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Attributes by local name. If an element has `id` and `r:id`, the one with a prefix is kept. */
function locally(attributes: Record<string, string>): Attributes {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) if (name.includes(':') || !Object.hasOwn(found, name)) found[local(name)] = value;
  return found;
}
