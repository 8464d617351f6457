import { describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { activityLines } from './activity-table.ts';

/** All parts of an export, one after the other. */
async function exportAll(world: World, person: World['owner'], input: object): Promise<{ text: string; parts: number }> {
  let [text, parts, cursor] = ['', 0, undefined as string | null | undefined];
  while (cursor !== null) {
    const part: Loose = await world.ok(person, 'export_activity', { ...input, ...(cursor && { cursor }) });
    text += part.text;
    parts++;
    cursor = part.nextCursor;
  }
  return { text, parts };
}

function rowsOf(text: string): Loose[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('export_activity', () => {
  it('returns the rows of list_activity, in parts that make one file', async () => {
    await using world = await createWorld();
    for (let call = 0; call < 1100; call++) await world.ok(world.owner, 'whoami');
    const { text, parts } = await exportAll(world, world.owner, { format: 'jsonl', tool: 'whoami' });
    const rows = rowsOf(text);
    expect([rows.length, parts]).toEqual([1100, 3]);
    const { activity } = await world.ok(world.owner, 'list_activity', { tool: 'whoami', limit: 500 });
    const names = { person: 'owner@acme.test', agent: null, key: null, item: null };
    expect(rows.slice(0, 500)).toEqual(activity.map(({ itemName: _, ...row }: Loose) => ({ ...row, ...names })));
    const lines = (await exportAll(world, world.owner, { format: 'csv', tool: 'whoami' })).text.split('\r\n');
    expect(lines).toHaveLength(1 + 1100 + 1);
    expect(lines.filter((line) => line.startsWith('id,at,entrance,'))).toHaveLength(1);
  });

  it('returns members only their own calls', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    await world.ok(member, 'whoami');
    const people = new Set(rowsOf((await exportAll(world, member, { format: 'jsonl' })).text).map(({ personId }) => personId));
    expect([...people]).toEqual([member.personId]);
  });
});

describe('names in the export', () => {
  /** The names in the newest row of a tool. */
  async function namesIn(world: World, person: World['owner'], tool: string): Promise<unknown[]> {
    const { text } = await exportAll(world, person, { format: 'jsonl', tool });
    const { person: name, agent, key, item } = rowsOf(text)[0];
    return [name, agent, key, item];
  }

  it('come last in each line of CSV, even for removed people and agents', async () => {
    await using world = await createWorld();
    const bob = await world.addPerson('bob@acme.test');
    const { id: agentId } = await world.ok(bob, 'create_agent', { name: 'writer' });
    const { key, keyId } = await world.ok(bob, 'create_key', { agentId, access: 'write' });
    await world.ok(key, 'create_doc', { title: 'Plan', bodyMarkdown: 'a' });
    await world.ok(key, 'create_task', { title: 'Review' });
    await world.ok(world.owner, 'remove_agent', { agentId });
    await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test' });

    const { text } = await exportAll(world, world.owner, { format: 'csv', keyId });
    const [heading, ...lines] = text.trimEnd().split('\r\n');
    expect(heading).toMatch(/,serviceMicros,person,agent,key,item$/);
    expect(lines.map((line) => line.split(',').slice(-4))).toEqual([
      ['bob@acme.test', 'writer', key.slice(0, 12), 'Review'],
      ['bob@acme.test', 'writer', key.slice(0, 12), 'Plan'],
    ]);
    expect(await namesIn(world, world.owner, 'remove_agent')).toEqual(['owner@acme.test', null, null, 'writer']);
    expect(await namesIn(world, world.owner, 'remove_person')).toEqual(['owner@acme.test', null, null, 'bob@acme.test']);
  });

  it('leave out items that the caller can no longer see, and keep items in the trash', async () => {
    await using world = await createWorld();
    const bob = await world.addPerson('bob@acme.test');
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Shared' });
    await world.ok(world.owner, 'share_folder', { folderId, organization: true });
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown: 'a', folderId });
    await world.ok(bob, 'read_item', { itemId: docId });
    expect(await namesIn(world, bob, 'read_item')).toEqual(['bob@acme.test', null, null, 'Plan']);
    await world.ok(world.owner, 'delete_doc', { docId });
    expect(await namesIn(world, bob, 'read_item')).toEqual(['bob@acme.test', null, null, 'Plan']);
    await world.ok(world.owner, 'unshare_folder', { folderId, organization: true });
    expect(await namesIn(world, bob, 'read_item')).toEqual(['bob@acme.test', null, null, null]);
    expect(await namesIn(world, world.owner, 'read_item')).toEqual(['bob@acme.test', null, null, 'Plan']);
    expect(await namesIn(world, world.owner, 'create_folder')).toEqual(['owner@acme.test', null, null, 'Shared']);
  });

  it('are looked up once per page, however many rows it has', async () => {
    await using world = await createWorld();
    const key = await world.key(world.owner, 'write');
    for (let call = 0; call < 20; call++) await world.ok(key, 'create_doc', { title: `Plan ${call}`, bodyMarkdown: 'a' });
    const looks: string[] = [];
    const { of } = world.store.logNames;
    world.store.logNames.of = (viewer, kind, ids) => {
      looks.push(kind);
      return of(viewer, kind, ids);
    };
    const { text } = await exportAll(world, world.owner, { format: 'jsonl', tool: 'create_doc' });
    expect(rowsOf(text).map(({ item }) => item)).toContain('Plan 19');
    expect(looks.toSorted()).toEqual(['agent', 'item', 'key', 'person']);
  });
});

describe('CSV of the log', () => {
  const row: Loose = { id: 1, at: Date.UTC(2026, 0, 1), status: 200 };
  const before = '1,2026-01-01T00:00:00.000Z,,,,,,,,';
  const behind = ',,,,,200,,,,,,,,,,,,,,\r\n';
  const lineOf = (tool: string) => activityLines('csv', [{ ...row, tool }], false);

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'writes %j as text, because a spreadsheet would read it as a formula',
    (tool) => {
      expect(lineOf(tool)).toBe(`${before}"'${tool}"${behind}`);
    },
  );

  it.each([
    ['whoami', 'whoami'],
    ['a=b', 'a=b'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
  ])('quotes %j, because it would break a line or a cell', (tool, shown) => {
    expect(lineOf(tool)).toBe(`${before}${shown}${behind}`);
  });
});
