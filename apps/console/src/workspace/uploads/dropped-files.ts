import { isLeftover } from '@gatehouse/domain/skills';

/** A file with its name. In a folder, the name includes the path, such as `guide/pictures/a.png`. */
export interface NamedFile {
  file: File;
  name: string;
}

export interface Found {
  files: NamedFile[];
  /** Names of skipped files: settings and caches of programs. */
  leftOut: string[];
  /** True if there are more files than one upload takes. */
  hasMore: boolean;
}

/** Maximum files of an upload. The command line imports more, and continues after an interruption. */
export const maxFiles = 2000;
/** Folders in one another. */
const deepest = 30;

/** Files that were dropped, including those in folders. Reads the drop immediately, because the browser clears it after the event. */
export function droppedFiles(items: Iterable<DataTransferItem>): Promise<Found> {
  const dropped = Array.from(items, (item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return findFiles(
    dropped.flatMap(({ entry, file }): Place[] => {
      if (entry?.isDirectory) return [{ path: entry.name, entry }];
      return file ? [{ path: file.name, file }] : [];
    }),
  );
}

/** Chosen files. Files of a folder have a path. */
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

/** Reads all entries. The browser returns some at a time, and none at the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return children.sort((one, other) => (one.name < other.name ? -1 : 1));
    children.push(...part);
  }
}
