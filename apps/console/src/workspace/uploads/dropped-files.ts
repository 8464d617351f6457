import { isLeftover } from '@gatehouse/domain/skills';

/** A file, and what it is called: with the folders that it lay in, as `guide/pictures/a.png`. */
export interface NamedFile {
  file: File;
  name: string;
}

export interface Found {
  files: NamedFile[];
  /** What was left out, by its name: settings and stores of programs, and what is nobody's own. */
  leftOut: string[];
  /** There are more than are sent at once. */
  hasMore: boolean;
}

/** More are imported with the command line, which goes on where it was interrupted. */
export const maxFiles = 2000;
/** Folders in one another. */
const deepest = 30;

/** Files that were dropped or chosen, those of folders too. What a drop holds is read at once: the browser forgets it after the event. */
export function droppedFiles(items: Iterable<DataTransferItem>): Promise<Found> {
  const dropped = Array.from(items, (item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return findFiles(
    dropped.flatMap(({ entry, file }): Place[] => {
      if (entry?.isDirectory) return [{ path: entry.name, entry }];
      return file ? [{ path: file.name, file }] : [];
    }),
  );
}

/** Files that were chosen: those of a folder say in which. */
export function chosenFiles(files: readonly File[]): Promise<Found> {
  return findFiles(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

interface Place {
  path: string;
  file?: File;
  entry?: FileSystemEntry;
}

async function findFiles(places: readonly Place[]): Promise<Found> {
  const found: Found = { files: [], leftOut: [], hasMore: false };
  for (const place of places) await addAll(found, place);
  return found;
}

async function addAll(found: Found, { path, file, entry }: Place): Promise<void> {
  const hidden = isWithin(path) ? hiddenPart(path) : undefined;
  if (hidden !== undefined) {
    if (!found.leftOut.includes(hidden)) found.leftOut.push(hidden);
  } else if (found.files.length >= maxFiles) found.hasMore = true;
  else if (file) found.files.push({ file, name: path });
  else if (entry?.isFile) found.files.push({ file: await fileOf(entry as FileSystemFileEntry), name: path });
  else if (entry && path.split('/').length <= deepest)
    for (const child of await childrenOf(entry as FileSystemDirectoryEntry))
      await addAll(found, { path: `${path}/${child.name}`, entry: child });
}

/** A file that is dropped alone is wanted, whatever its name. */
const isWithin = (path: string) => path.includes('/');

/** The part of a path for which it is left out. */
function hiddenPart(path: string): string | undefined {
  return path.split('/').find((part) => part.startsWith('.') || part === 'node_modules' || isLeftover(part));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** The browser gives some at a time, and none at the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return children.sort((one, other) => (one.name < other.name ? -1 : 1));
    children.push(...part);
  }
}
