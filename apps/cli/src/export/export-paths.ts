/** Chooses a path for each exported item. Paths are unique on every file system, and never lead out of the directory. */
export interface ExportPaths {
  /** The path for a name, with "/" between its parts. */
  choose(name: string): string;
  /** Returns the path for one that came from a file system. Its parts can be longer, because they fitted there. */
  chooseKept(kept: string): string;
}

const maxPart = 200;
/** Maximum bytes of a path part on common file systems. */
const maxKeptPart = 255;
/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export function createExportPaths(): ExportPaths {
  const files = new Set<string>();
  const directories = new Set<string>();

  /** Directory parts without conflicts with files. A directory cannot replace an existing file, so its own name is changed. */
  function besideFiles(parts: string[]): string[] {
    const chosen: string[] = [];
    for (const part of parts) {
      let name = part;
      while (files.has(keyOf([...chosen, name]))) name += '_';
      chosen.push(name);
    }
    return chosen;
  }

  function choose(name: string, maximum: number): string {
    const parts = name
      .split('/')
      .filter((part) => part !== '')
      .map((part) => safePart(part, maximum));
    const last = parts.pop() ?? '_';
    const directory = besideFiles(parts);
    let candidate = [...directory, last];
    for (let number = 2; files.has(keyOf(candidate)) || directories.has(keyOf(candidate)); number++)
      candidate = [...directory, numbered(last, number)];
    files.add(keyOf(candidate));
    for (let depth = 1; depth < candidate.length; depth++) directories.add(keyOf(candidate.slice(0, depth)));
    return candidate.join('/');
  }

  return { choose: (name) => choose(name, maxPart), chooseKept: (kept) => choose(kept, maxKeptPart) };
}

/** Key for comparing names. File systems differ on equal names, so case and composition are ignored. */
function keyOf(parts: string[]): string {
  return parts.join('/').normalize('NFC').toLowerCase();
}

function safePart(part: string, maximum: number): string {
  const safe = part.replaceAll(/[<>:"\\|?*\p{Cc}]/gu, '_').replace(/(?<![. ])[. ]+$/, (end) => '_'.repeat(end.length));
  const named = reserved.test(safe) ? `_${safe}` : safe;
  return shorten(named, maximum);
}

function shorten(part: string, maximum: number): string {
  if (Buffer.byteLength(part) <= maximum) return part;
  const { stem, extension } = split(part);
  let text = stem;
  while (Buffer.byteLength(text + extension) > maximum) text = [...text].slice(0, -1).join('');
  return text + extension;
}

function numbered(part: string, number: number): string {
  const { stem, extension } = split(part);
  return `${stem} (${number})${extension}`;
}

function split(part: string): { stem: string; extension: string } {
  const extension = /.(\.[^.]{1,16})$/.exec(part)?.[1] ?? '';
  return { stem: part.slice(0, part.length - extension.length), extension };
}
