import path from 'node:path';
import { ExtractionFailure } from '../../extraction-failure.ts';
import { readXml, type XmlReader } from '../xml/read-xml.ts';
import { openZip } from '../zip/open-zip.ts';

/** A part that another part refers to. */
export interface Relation {
  type: string;
  /** Path in the package. */
  target: string;
}

/** An Office file: an archive of XML parts that refer to each other (ECMA-376). */
export interface OfficePackage {
  /** The part with the document, the workbook or the presentation. */
  readonly main: string;
  /** Reads a part. False if it does not exist. */
  read(part: string, reader: XmlReader): boolean;
  /** Parts that a part refers to, by their identifiers. */
  relations(part: string): Map<string, Relation>;
}

export function openOfficePackage(bytes: Buffer): OfficePackage {
  const zip = openZip(bytes);

  function read(part: string, reader: XmlReader): boolean {
    const content = zip.read(part);
    if (content) readXml(content, reader);
    return content !== undefined;
  }

  function relations(part: string): Map<string, Relation> {
    const found = new Map<string, Relation>();
    const folder = path.posix.dirname(part);
    read(path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`), {
      open(name, { Id, Type, Target, TargetMode }) {
        if (name !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External') return;
        const target = Target.startsWith('/') ? path.posix.normalize(Target).slice(1) : path.posix.join(folder, Target);
        found.set(Id, { type: (Type ?? '').replace(/^.*\//, ''), target });
      },
    });
    return found;
  }

  const main = [...relations('').values()].find(({ type }) => type === 'officeDocument')?.target;
  if (main === undefined) throw new ExtractionFailure('damaged');
  return { main, read, relations };
}

/** Finds the related part of a type. */
export function partOfType(relations: ReadonlyMap<string, Relation>, type: string): string | undefined {
  return [...relations.values()].find((relation) => relation.type === type)?.target;
}
