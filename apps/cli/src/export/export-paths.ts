/** Where each exported item goes: no two to one place, on no file system, and nothing outside of the directory. */
export interface ExportPaths {
  /** The path for a name, with "/" between its parts. */
  choose(name: string): string;
}

const maxPart = 200;
/** Windows reserves these for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export function createExportPaths(): ExportPaths {
  const files = new Set<string>();
  const directories = new Set<string>();

  /** A directory must not be where a file is already: no number on the file's name would help. */
  function besideFiles(parts: string[]): string[] {
    const chosen: string[] = [];
    for (const part of parts) {
      let name = part;
      while (files.has(keyOf([...chosen, name]))) name += '_';
      chosen.push(name);
    }
    return chosen;
  }

  return {
    choose(name) {
      const parts = name
        .split('/')
        .filter((part) => part !== '')
        .map(safePart);
      const last = parts.pop() ?? '_';
      const directory = besideFiles(parts);
      let candidate = [...directory, last];
      for (let number = 2; files.has(keyOf(candidate)) || directories.has(keyOf(candidate)); number++)
        candidate = [...directory, numbered(last, number)];
      files.add(keyOf(candidate));
      for (let depth = 1; depth < candidate.length; depth++) directories.add(keyOf(candidate.slice(0, depth)));
      return candidate.join('/');
    },
  };
}

/** File systems differ in what they call the same name: case and composition do not count. */
function keyOf(parts: string[]): string {
  return parts.join('/').normalize('NFC').toLowerCase();
}

function safePart(part: string): string {
  const safe = part.replaceAll(/[<>:"\\|?*\p{Cc}]/gu, '_').replace(/(?<![. ])[. ]+$/, (end) => '_'.repeat(end.length));
  const named = reserved.test(safe) ? `_${safe}` : safe;
  return shorten(named);
}

function shorten(part: string): string {
  if (Buffer.byteLength(part) <= maxPart) return part;
  const { stem, extension } = split(part);
  let text = stem;
  while (Buffer.byteLength(text + extension) > maxPart) text = [...text].slice(0, -1).join('');
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
