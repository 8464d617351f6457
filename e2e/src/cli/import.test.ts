import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { callTool, openGatehouse, readConfiguration } from '@gatehouse/cli';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPlace, type Place } from './command.ts';

/** A value of any shape, for reading answers in tests. */
// biome-ignore lint/suspicious/noExplicitAny: answers are compared with what is expected
type Loose = any;

const amounts = [
  { files: 200, tags: [] },
  { files: 1000, tags: ['nightly'] },
];
for (const { files, tags } of amounts)
  describe(`gatehouse import of a folder with ${files}+ real markdown files and images`, { tags }, () => {
    let place: Place;
    let source: string;
    let paths: string[];
    let report: Loose;

    beforeAll(async () => {
      place = openPlace();
      source = path.join(place.folder, 'source');
      collectRealFiles(source, files);
      paths = filesBelow(source);
      await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
      report = await place.json(['import', source, '--organization']);
    });

    afterAll(() => place[Symbol.dispose]());

    it('imports all of them', () => {
      const markdown = paths.filter((name) => name.endsWith('.md'));
      expect(markdown.length).toBeGreaterThan(files);
      expect(paths.length - markdown.length).toBeGreaterThan(5);
      expect(report).toMatchObject({ created: paths.length, updated: 0, unchanged: 0, documents: markdown.length, skipped: [] });
    });

    it('returns them byte for byte with read_doc and read_file', async () => {
      await withOwner(place, async (call) => {
        const read = new Set<string>();
        for (const doc of await listAll(call, 'list_docs', 'docs')) {
          if (doc.isSystem) continue;
          const { bodyMarkdown } = await call('read_doc', { docId: doc.id });
          // `read_doc` has no bodies over 256 KB (D24).
          const text = bodyMarkdown ?? Buffer.from((await call('export_item', { itemId: doc.id })).contentBase64, 'base64').toString();
          expect(Buffer.from(text).equals(readFileSync(path.join(source, doc.title))), doc.title).toBe(true);
          read.add(doc.title);
        }
        for (const file of await listAll(call, 'list_files', 'files')) {
          const { content } = await call('read_file', { fileId: file.id });
          const bytes =
            content === null ? Buffer.from((await call('export_item', { itemId: file.id })).contentBase64, 'base64') : Buffer.from(content);
          expect(bytes.equals(readFileSync(path.join(source, file.name))), file.name).toBe(true);
          read.add(file.name);
        }
        expect([...read].toSorted()).toEqual(paths.toSorted());
      });
    });

    it.each(['ECONNRESET', 'symbolic link', '压缩文件', 'Fibonacci', 'changelog', 'MIT License', 'zstd', 'ÄÖÜ', '正则表达式'])(
      'finds "%s" in the same files as grep -i',
      async (query) => {
        await withOwner(place, async (call) => {
          const documents = new Map(
            (await listAll(call, 'list_docs', 'docs')).map((doc: Loose) => [doc.title as string, doc.id as string]),
          );
          const found = grep(source, query);
          const { results } = await call('search', { query });
          const inNames = paths.filter((name) => name.toLowerCase().includes(query.toLowerCase()));
          const expected = new Set([...found.keys(), ...inNames]);
          const titles: string[] = results.map((hit: Loose) => hit.title);
          expect(titles.filter((title) => !expected.has(title))).toEqual([]);
          expect(titles.length).toBe(Math.min(25, expected.size));
          for (const [name, lines] of [...found].slice(0, 10)) {
            const { totalMatches, matches } = await call('find_text', { docId: documents.get(name), query });
            expect([name, totalMatches]).toEqual([name, lines.length]);
            expect(matches.map((match: Loose) => match.line)).toEqual(lines.slice(0, matches.length));
          }
        });
      },
    );

    it('exports the same tree again, byte for byte', async () => {
      const target = path.join(place.folder, 'exported');
      await place.json(['export', target]);
      const exported = filesBelow(target);
      expect(exported.toSorted()).toEqual(
        [...paths, 'Company overview.md', 'Goals.md', 'How agents work here.md', 'gatehouse/SKILL.md'].toSorted(),
      );
      for (const name of paths)
        expect(readFileSync(path.join(target, name)).equals(readFileSync(path.join(source, name))), name).toBe(true);
      const again = await place.run(['export', target]);
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty: export never overwrites') });
    });

    it('changes nothing on a second import, and later only changed files, as --dry-run announces', async () => {
      const [first, second] = paths.filter((name) => name.endsWith('.md')) as [string, string];
      expect(await place.json(['import', source, '--organization'])).toMatchObject({ created: 0, updated: 0, unchanged: paths.length });
      writeFileSync(path.join(source, first), '# changed\n');
      writeFileSync(path.join(source, 'new.md'), '# new\n');
      rmSync(path.join(source, second));
      const expected = { created: 1, updated: 1, unchanged: paths.length - 2 };
      expect(await place.json(['import', source, '--organization', '--dry-run'])).toMatchObject({ dryRun: true, ...expected });
      expect(await place.json(['import', source, '--organization'])).toMatchObject({ dryRun: false, ...expected });
      await withOwner(place, async (call) => {
        const doc = (await listAll(call, 'list_docs', 'docs')).find((found: Loose) => found.title === first);
        expect(doc).toMatchObject({ versionCount: 2, lastChange: 'imported again' });
      });
    });

    it('leaves a valid database', async () => {
      expect(await place.json(['verify'])).toMatchObject({ ok: true, problems: [] });
    });
  });

describe('an import shows nothing accidentally', () => {
  let place: Place;
  let source: string;

  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
    writeFileSync(path.join(source, name), text);
  };

  beforeEach(async () => {
    place = openPlace();
    source = path.join(place.folder, 'handbook');
    write('start.md', '# Start\n');
    await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
    await place.json(['people', 'add', 'bob@example.com', '--role', 'member']);
  });

  afterEach(() => place[Symbol.dispose]());

  const foldersOf = async (email: string) => (await place.json(['folders', 'list', '--as', email])).folders;
  const seesStart = async (email: string) => {
    const target = path.join(place.folder, `seen by ${email}`);
    await place.json(['export', target, '--as', email]);
    return filesBelow(target).some((name) => name.endsWith('start.md'));
  };

  it('goes into a private folder with the name of the directory, reports that, and finds it again', async () => {
    const said = await place.run(['import', source]);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toContain('They are in the private folder "handbook", visible to ada@example.com, owners and admins.\n');
    expect(await foldersOf('ada@example.com')).toMatchObject([{ name: 'handbook', visibility: 'private', itemCount: 1 }]);
    expect(await foldersOf('bob@example.com')).toEqual([]);
    expect(await seesStart('bob@example.com')).toBe(false);
    expect(await place.json(['import', source])).toMatchObject({
      folder: 'handbook',
      folderId: expect.stringMatching(/^folder_/),
      visibility: 'private',
      seenBy: 'ada@example.com, owners and admins',
      created: 0,
      unchanged: 1,
    });
  });

  it('can be visible to everyone, in a folder or outside all folders', async () => {
    const outside = await place.json(['import', source, '--organization']);
    expect(outside).toMatchObject({ folder: null, folderId: null, visibility: 'organization', seenBy: 'everyone in Acme', created: 1 });
    const inside = await place.json(['import', source, '--organization', '--folder', 'Library']);
    expect(inside).toMatchObject({ folder: 'Library', visibility: 'organization', seenBy: 'everyone in Acme', created: 1 });
    expect(await foldersOf('bob@example.com')).toMatchObject([{ name: 'Library', visibility: 'organization', itemCount: 1 }]);
    expect(await seesStart('bob@example.com')).toBe(true);
  });

  it('never makes a private folder visible, and uses a shared folder only if --folder names it', async () => {
    await place.json(['import', source]);
    const hidden = await place.run(['import', source, '--folder', 'handbook', '--organization']);
    expect(hidden).toMatchObject({ code: 1, stderr: expect.stringContaining('is not visible to everyone') });
    await place.json(['folders', 'share', 'handbook', '--organization']);
    write('draft.md', '# Draft\n');
    const refused = await place.run(['import', source]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('use it with --folder "handbook"') });
    const said = await place.run(['import', source, '--folder', 'handbook']);
    expect(said.stdout).toContain('They are in the folder "handbook", visible to everyone in Acme.\n');
    expect(await foldersOf('bob@example.com')).toMatchObject([{ name: 'handbook', itemCount: 2 }]);
  });

  it('names its destination in a dry run', async () => {
    const said = await place.run(['import', source, '--dry-run']);
    expect(said.stdout).toContain('They would be in the private folder "handbook", visible to ada@example.com');
    expect(await foldersOf('ada@example.com')).toEqual([]);
  });

  it('leaves out secrets and files in .gitignore, reports both, and includes files on request', async () => {
    const key = ['-----BEGIN OPENSSH', 'PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n'].join(' ');
    write('.env', 'DATABASE_PASSWORD=x\n');
    write('.env.example', 'DATABASE_PASSWORD=\n');
    write('deploy/.env.production', 'TOKEN=x\n');
    write('keys/id_ed25519', key);
    write('keys/server.pem', `certificate\n${key}`);
    write('keys/ca.pem', '-----BEGIN CERTIFICATE-----\n');
    write('.npmrc', 'save-exact=true\n');
    write('app/.npmrc', '//registry.npmjs.org/:_authToken=npm_x\n');
    write('.gitignore', 'build/\n*.log\n');
    write('app/.gitignore', '!kept.log\n');
    write('build/index.md', '# Built\n');
    write('app/kept.log', 'kept\n');
    write('app/other.log', 'other\n');
    const said = await place.run(['import', source]);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout.split('\n').slice(2)).toEqual([
      '3 new items are named by their paths. To keep directories as folders, import into another folder with --tree --folder NAME.',
      '7 entries left out:',
      '  .env: an environment file',
      '  app/.npmrc: credentials',
      '  app/other.log: ignored by .gitignore',
      '  build: ignored by .gitignore',
      '  deploy/.env.production: an environment file',
      '  keys/id_ed25519: a private key',
      '  keys/server.pem: it contains a private key',
      'Import secrets and ignored files with --include PATTERN.',
      '',
    ]);
    const kept = ['.env.example', '.gitignore', '.npmrc', 'app/.gitignore', 'app/kept.log', 'keys/ca.pem', 'start.md'];
    const target = path.join(place.folder, 'exported');
    await place.json(['export', target]);
    expect(filesBelow(path.join(target, 'handbook')).toSorted()).toEqual(kept);

    const included = await place.json(['import', source, '--include', 'build/*.md', '--include', '/keys/server.pem']);
    expect(included).toMatchObject({ created: 2, unchanged: kept.length });
    expect(included.skipped).toContainEqual({ path: '.env', reason: 'an environment file', isFailure: false, canBeIncluded: true });
    expect(included.skipped).toHaveLength(5);
  });
});

describe('files that an import leaves out', () => {
  it('are reported with the reason and do not stop the import', async () => {
    using place = openPlace();
    await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
    const source = path.join(place.folder, 'source');
    mkdirSync(path.join(source, '.git'), { recursive: true });
    mkdirSync(path.join(source, 'below'));
    writeFileSync(path.join(source, '.git', 'config'), 'x');
    writeFileSync(path.join(source, 'below', 'good.md'), '# good\n');
    writeFileSync(path.join(source, 'binary.md'), Buffer.from([0xff, 0xfe, 0x00]));
    writeFileSync(path.join(source, 'long.md'), 'x'.repeat(1024 * 1024 + 1));
    writeFileSync(path.join(source, 'huge.bin'), '');
    truncateSync(path.join(source, 'huge.bin'), 25 * 1024 * 1024 + 1);
    writeFileSync(path.join(source, `${'n'.repeat(201)}.md`), 'x');
    symlinkSync('/etc/passwd', path.join(source, 'link.md'));
    symlinkSync('..', path.join(source, 'below', 'loop'));
    execFileSync('mkfifo', [path.join(source, 'pipe')]);

    const before = await place.run(['import', source, '--json', '--folder', 'Inbox', '--dry-run']);
    expect(JSON.parse(before.stdout)).toMatchObject({ created: 3, documents: 1, files: 2 });
    expect((await place.json(['folders', 'list'])).folders).toEqual([]);
    const ended = await place.run(['import', source, '--json', '--folder', 'Inbox']);
    const { skipped, ...counted } = JSON.parse(ended.stdout);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    // Markdown that no document can hold is kept as a file.
    expect(counted).toMatchObject({ created: 3, documents: 1, files: 2 });
    expect(skipped).toEqual([
      { path: '.git', reason: 'version control', isFailure: false, canBeIncluded: false },
      { path: 'below/loop', reason: 'a symbolic link', isFailure: false, canBeIncluded: false },
      { path: 'huge.bin', reason: 'larger than 25 MiB', isFailure: true, canBeIncluded: false },
      { path: 'link.md', reason: 'a symbolic link', isFailure: false, canBeIncluded: false },
      { path: `${'n'.repeat(201)}.md`, reason: expect.stringContaining('at most 200'), isFailure: true, canBeIncluded: false },
      { path: 'pipe', reason: 'not a regular file', isFailure: false, canBeIncluded: false },
    ]);
    expect((await place.json(['folders', 'list'])).folders).toMatchObject([{ name: 'Inbox', visibility: 'private', itemCount: 3 }]);
    const exported = path.join(place.folder, 'exported');
    await place.json(['export', exported]);
    expect(readFileSync(path.join(exported, 'Inbox/binary.md'))).toEqual(Buffer.from([0xff, 0xfe, 0x00]));
  });
});

/** Copies at least `files` texts, half of them Chinese, from linux-command and other packages, and the images of the packages. */
function collectRealFiles(target: string, files: number): void {
  const require = createRequire(import.meta.url);
  const commands = path.dirname(require.resolve('linux-command/package.json'));
  copyBelow(commands, path.join(target, 'linux-command'), { pattern: /\.(?:md|json)$/, most: files / 2 });
  const store = path.join(import.meta.dirname, '../../../node_modules/.pnpm');
  let wanted = files / 2 + 10;
  for (const { name } of readdirSync(store, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const place = path.join(target, 'packages', name);
    copyBelow(path.join(store, name), place, { pattern: /\.(?:png|gif|jpe?g)$/i });
    wanted -= copyBelow(path.join(store, name), place, { pattern: /\.md$/i, most: wanted });
  }
}

/** Copies files and returns their number. */
function copyBelow(from: string, to: string, { pattern, most = Number.POSITIVE_INFINITY }: { pattern: RegExp; most?: number }): number {
  const largest = 1024 * 1024;
  let copied = 0;
  for (const name of filesBelow(from)) {
    if (copied >= most) break;
    const target = path.join(to, path.dirname(name), path.basename(name)).replaceAll('node_modules', 'modules');
    if (!pattern.test(name) || target.length - to.length > 120 || statSync(path.join(from, name)).size > largest) continue;
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(path.join(from, name), target);
    copied++;
  }
  return copied;
}

/** Relative paths of all files. Does not follow links, unlike a recursive `readdir`. */
function filesBelow(directory: string, below = ''): string[] {
  return readdirSync(path.join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(below, entry.name);
    if (entry.isDirectory()) return filesBelow(directory, name);
    return entry.isFile() ? [name] : [];
  });
}

/** Line numbers of each markdown file that contain a text, ignoring case. */
function grep(directory: string, query: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const options = { cwd: directory, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, env: { ...process.env, LC_ALL: 'C.UTF-8' } } as const;
  const output = execFileSync('bash', ['-c', 'grep -rinaoF --include="*.md" -m 100000 -- "$0" . || true', query], options);
  for (const line of output.split('\n')) {
    const [, name, number] = /^\.\/(.*?):(\d+):/.exec(line) ?? [];
    if (name === undefined) continue;
    const lines = found.get(name) ?? [];
    if (lines.at(-1) !== Number(number)) lines.push(Number(number));
    found.set(name, lines);
  }
  return found;
}

type CallTool = (tool: string, input: object) => Promise<Loose>;

/** Calls tools as the first owner, on the gateway that the command line composes. */
async function withOwner(place: Place, run: (call: CallTool) => Promise<void>): Promise<void> {
  const gatehouse = await openGatehouse(readConfiguration({ data: place.data }, await place.environment()));
  try {
    const { store, gateway } = gatehouse;
    const [organization] = await store.read(() => store.organizations.list());
    const orgId = organization?.id as string;
    const [owner] = await store.read(() => store.people.list(orgId));
    await run((tool, input) => callTool(gateway, { type: 'person', orgId, personId: owner?.id as string }, tool, input));
  } finally {
    await gatehouse.close();
  }
}

async function listAll(call: CallTool, tool: string, field: string): Promise<Loose[]> {
  const rows: Loose[] = [];
  let cursor: string | null = null;
  do {
    const page: Loose = await call(tool, { limit: 200, ...(cursor !== null && { cursor }) });
    rows.push(...page[field]);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}
