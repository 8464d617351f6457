import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Desk, openDesk } from '../decisions/desk.ts';
import { forEachEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { extractAll } from './extract-all.ts';

/** Reads a file as text, in place of the process that reads PDF. */
const readAsText: Parameters<typeof extractAll>[1] = {
  async extract({ bytes }) {
    const pieces: Buffer[] = [];
    for await (const piece of bytes) pieces.push(piece);
    return { state: 'ready', text: Buffer.concat(pieces).toString() };
  },
};

const places = ['outside', 'Plans', 'Rules'] as const;
type Place = (typeof places)[number];
const [file, place] = [fc.nat(3), fc.constantFrom(...places)];
const folder = fc.constantFrom('Plans', 'Rules');
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('write'), file, place }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('move'), file, place }) },
  fc.record({ what: fc.constantFrom('trash', 'restore'), file, place }),
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('share', 'unshare', 'open', 'close'), file, place: folder }) },
);

interface Written {
  fileId: string;
  place: Place;
  isDeleted: boolean;
  /** Word that only the newest version of this file contains. */
  canary: string;
}

forEachEngine((engine) => {
  it('shows the text of a file only to those who can see the file, through moves, shares and the trash (D75)', async () => {
    await using desk = await openDesk({ engine });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const world = await openFiles(desk, `run${run++}`);
        for (const each of steps) {
          await world.take(each.what, each.file, each.place as Place);
          await world.check();
        }
        await world.clear();
      }),
      { numRuns: engine.name === 'SQLite' ? 6 : 3, seed: 20261127 },
    );
    expect(desk.faults).toEqual([]);
  });
});

/** Opens Bob's files in his two folders and outside of them. Ada sees those outside, and those in folders that are shared with her. */
async function openFiles(desk: Desk, name: string) {
  const bob = await desk.addPerson(`${name}@acme.test`);
  const folders: Record<string, string> = {};
  for (const place of ['Plans', 'Rules']) folders[place] = (await desk.as(bob, 'create_folder', { name: `${name} ${place}` })).id;
  const limits = { folders: [{ folderId: folders.Plans as string, access: 'read' as const }] };
  const shared = new Map<string, Set<string>>([...places].map((place) => [place, new Set<string>()]));
  const files = new Map<number, Written>();
  const everyCanary = new Set<string>();
  const callers: { key: string; sees: (written: Written) => boolean }[] = [
    { key: (await desk.createKey(bob, 'write')).key, sees: ({ isDeleted }) => !isDeleted },
    { key: (await desk.createKey(bob, 'read', limits)).key, sees: ({ isDeleted, place }) => !isDeleted && place === 'Plans' },
    { key: desk.key, sees: ({ isDeleted, place }) => !isDeleted && (place === 'outside' || (shared.get(place) as Set<string>).size > 0) },
  ];

  const actors = await Promise.all(callers.map(async (caller) => ({ ...caller, client: await openClient(desk, caller.key) })));

  async function write(number: number, place: Place): Promise<void> {
    const canary = `${name}v${everyCanary.size}x${number}`;
    const contentBase64 = Buffer.from(`zebra crossing\n${canary} zebra\n`).toString('base64');
    const known = files.get(number);
    if (known?.isDeleted) return;
    const folderId = folders[place];
    const given = known ? { fileId: known.fileId } : { name: `${name} ${number}.pdf`, ...(folderId && { folderId }) };
    const { id: fileId } = await desk.as(bob, 'write_file', { ...given, contentBase64 });
    files.set(number, { fileId, place: known?.place ?? place, isDeleted: false, canary });
    everyCanary.add(canary);
    await extractAll(desk, readAsText);
  }

  async function move(written: Written, place: Place): Promise<void> {
    await desk.as(bob, 'move_item', {
      fileId: written.fileId,
      ...(place === 'outside' ? { outOfFolders: true } : { folderId: folders[place] }),
    });
    written.place = place;
  }

  async function share(what: string, place: Place): Promise<void> {
    const [folderId, ways] = [folders[place] as string, shared.get(place) as Set<string>];
    const email = 'ada@acme.test';
    if (what === 'share') await desk.as(bob, 'share_folder', { folderId, email }).then(() => ways.add('ada'));
    else if (what === 'open') await desk.as(bob, 'share_folder', { folderId, organization: true }).then(() => ways.add('all'));
    else if (what === 'unshare' && ways.has('ada'))
      await desk.as(bob, 'unshare_folder', { folderId, email }).then(() => ways.delete('ada'));
    else if (what === 'close' && ways.has('all'))
      await desk.as(bob, 'unshare_folder', { folderId, organization: true }).then(() => ways.delete('all'));
  }

  return {
    async take(what: string, number: number, place: Place): Promise<void> {
      const written = files.get(number);
      if (what === 'write') await write(number, place);
      else if (['share', 'unshare', 'open', 'close'].includes(what)) await share(what, place);
      else if (!written) return;
      else if (what === 'trash' && !written.isDeleted) {
        await desk.as(bob, 'delete_file', { fileId: written.fileId });
        written.isDeleted = true;
      } else if (what === 'restore' && written.isDeleted) {
        await desk.as(bob, 'restore_item', { itemId: written.fileId });
        written.isDeleted = false;
      } else if (what === 'move' && !written.isDeleted && written.place !== place) await move(written, place);
    },
    async check(): Promise<void> {
      for (const { key, client, sees } of actors) {
        const seen = [...files.values()].filter(sees);
        const found = await everyAnswer(desk, { key, client }, [...files.values()], name);
        const shown = [...everyCanary].filter((canary) => found.all.includes(canary));
        expect(shown.toSorted()).toEqual(seen.map(({ canary }) => canary).toSorted());
        for (const [way, canaries] of Object.entries(found.canaries))
          expect([way, canaries.toSorted()]).toEqual([way, seen.map(({ canary }) => canary).toSorted()]);
      }
    },
    async clear(): Promise<void> {
      for (const { fileId, isDeleted } of files.values()) if (!isDeleted) await desk.as(bob, 'delete_file', { fileId });
      for (const { client } of actors) await client.close();
    },
  };
}

/** Collects what a key can read of the texts: from all answers together, and from each tool that must show every visible text. */
async function everyAnswer(desk: Desk, { key, client }: { key: string; client: Client }, files: readonly Written[], name: string) {
  const answers: Record<string, string[]> = {};
  const ask = async (way: string, tool: string, input: object) => {
    (answers[way] ??= []).push((await desk.reply(tool, input, key)).raw);
  };
  await ask('best', 'search', { query: 'where is the zebra', match: 'best' });
  await ask('quoted', 'search', { query: '"zebra crossing"', match: 'best' });
  await ask('related', 'search', { query: 'crossing of the zebra' });
  await ask('grep', 'grep', { query: 'zebra' });
  await ask('list_files', 'list_files', {});
  await ask('list_changes', 'list_changes', { since: 0 });
  for (const { fileId } of files) {
    await ask('read_file', 'read_file', { fileId });
    await ask('read_lines', 'read_lines', { fileId });
    await ask('find_text', 'find_text', { fileId, query: 'zebra' });
    await ask('fetch', 'fetch', { id: fileId });
  }
  const resources = await readResources(client, files);
  const whole = ['best', 'quoted', 'related', 'grep', 'read_file', 'read_lines', 'find_text', 'fetch'];
  const canary = new RegExp(`${name}v\\d+x\\d+`, 'g');
  const canariesIn = (texts: readonly string[]) => [...new Set(texts.join('\n').match(canary) ?? [])];
  return {
    all: [...Object.values(answers).flat(), ...resources].join('\n'),
    canaries: Object.fromEntries(whole.map((way) => [way, canariesIn(answers[way] ?? [])])),
  };
}

async function openClient({ url }: Desk, key: string): Promise<Client> {
  const client = new Client({ name: 'oracle', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

/** Contents of each file that a client can read as a resource. */
async function readResources(client: Client, files: readonly Written[]): Promise<string[]> {
  const texts: string[] = [];
  for (const { fileId } of files) {
    const read = await client.readResource({ uri: `gatehouse://files/${fileId}` }).catch(() => ({ contents: [] }));
    for (const content of read.contents as Loose[]) texts.push(content.text ?? Buffer.from(content.blob ?? '', 'base64').toString());
  }
  return texts;
}
