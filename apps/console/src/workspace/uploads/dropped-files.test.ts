import { describe, expect, it } from 'vitest';
import { chosenFiles, droppedFiles, maxFiles } from './dropped-files.ts';

type Tree = { [name: string]: Tree | 'file' };

/** Imitates a browser's dropped entry, which lists a folder's contents in parts. */
function entryOf(name: string, content: Tree | 'file'): FileSystemEntry {
  if (content === 'file') {
    const file = (done: (file: File) => void) => done(new File(['x'], name));
    return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const left = Object.entries(content).map(([child, within]) => entryOf(child, within));
    return { readEntries: (done: (entries: FileSystemEntry[]) => void) => done(left.splice(0, 100)) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

const drop = (tree: Tree) =>
  droppedFiles(
    Object.entries(tree).map(
      ([name, content]) =>
        ({
          webkitGetAsEntry: () => entryOf(name, content),
          getAsFile: () => new File(['x'], name),
        }) as unknown as DataTransferItem,
    ),
  );

const namesOf = async (found: ReturnType<typeof drop>) => (await found).files.map(({ name }) => name);

describe('dropped files', () => {
  it('include files in folders with their paths, and files next to the folders', async () => {
    const tree: Tree = { guide: { 'b.md': 'file', pictures: { 'a.png': 'file' }, 'a.md': 'file' }, 'alone.txt': 'file' };
    expect(await namesOf(drop(tree))).toEqual(['guide/a.md', 'guide/b.md', 'guide/pictures/a.png', 'alone.txt']);
  });

  it('exclude files that programs keep within a folder, but not files dropped directly', async () => {
    const tree: Tree = {
      site: {
        '.git': { config: 'file' },
        node_modules: { 'x.js': 'file' },
        '.env': 'file',
        'a.md': 'file',
        'a.md~': 'file',
        'Thumbs.db': 'file',
      },
      '.env': 'file',
    };
    const found = await drop(tree);
    expect(found).toMatchObject({ leftOut: ['.env', '.git', 'Thumbs.db', 'a.md~', 'node_modules'], hasMore: false });
    expect(found.files.map(({ name }) => name)).toEqual(['site/a.md', '.env']);
  });

  it('are limited by the number per upload, and by the depth of folders', async () => {
    const many: Tree = Object.fromEntries(Array.from({ length: maxFiles + 1 }, (_, index) => [`${index}.txt`, 'file' as const]));
    const found = await drop({ many });
    expect([found.files.length, found.hasMore]).toEqual([maxFiles, true]);
    let deep: Tree = { 'last.txt': 'file' };
    for (let depth = 0; depth < 50; depth++) deep = { 'down.txt': 'file', deep };
    expect((await drop({ deep })).files.length).toBeLessThan(50);
  });

  it('have paths if a folder was chosen', async () => {
    const chosen = ['guide/a.md', 'guide/.git/config'].map((path) =>
      Object.defineProperty(new File(['x'], 'a'), 'webkitRelativePath', { value: path }),
    );
    expect(await namesOf(chosenFiles(chosen))).toEqual(['guide/a.md']);
    expect(await namesOf(chosenFiles([new File(['x'], '.env')]))).toEqual(['.env']);
  });
});
