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
  it('gives the rows that list_activity gives, in parts that make one file', async () => {
    await using world = await createWorld();
    for (let call = 0; call < 1100; call++) await world.ok(world.owner, 'whoami');
    const { text, parts } = await exportAll(world, world.owner, { format: 'jsonl', tool: 'whoami' });
    const rows = rowsOf(text);
    expect([rows.length, parts]).toEqual([1100, 3]);
    const { activity } = await world.ok(world.owner, 'list_activity', { tool: 'whoami', limit: 500 });
    expect(rows.slice(0, 500)).toEqual(activity);
    const lines = (await exportAll(world, world.owner, { format: 'csv', tool: 'whoami' })).text.split('\r\n');
    expect(lines).toHaveLength(1 + 1100 + 1);
    expect(lines.filter((line) => line.startsWith('id,at,entrance,'))).toHaveLength(1);
  });

  it('gives members their own calls alone', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    await world.ok(member, 'whoami');
    const people = new Set(rowsOf((await exportAll(world, member, { format: 'jsonl' })).text).map(({ personId }) => personId));
    expect([...people]).toEqual([member.personId]);
  });
});

describe('CSV of the log', () => {
  const row: Loose = { id: 1, at: Date.UTC(2026, 0, 1), status: 200 };
  const before = '1,2026-01-01T00:00:00.000Z,,,,,,,,';
  const behind = ',,,,,200,,,,,,,,,,\r\n';
  const lineOf = (tool: string) => activityLines('csv', [{ ...row, tool }], false);

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes a text of %j, which a spreadsheet would take for a formula', (tool) => {
    expect(lineOf(tool)).toBe(`${before}"'${tool}"${behind}`);
  });

  it.each([
    ['whoami', 'whoami'],
    ['a=b', 'a=b'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
  ])('quotes %j where it would break a line or a cell', (tool, shown) => {
    expect(lineOf(tool)).toBe(`${before}${shown}${behind}`);
  });
});
