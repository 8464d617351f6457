import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createTestDatabase, postgresMissing } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { openPlace, type Place } from './command.ts';
import { addLogRows } from './log-rows.ts';

const missing = postgresMissing();
const onPostgres = missing === undefined ? '' : ` (skipped: ${missing})`;

interface Row {
  id: number;
  at: number;
  tool: string;
  entrance: string;
  personId: string;
}

describe('activity export', () => {
  it('writes the log oldest first, one JSON value per line, into a file that only its owner can read', async () => {
    using place = openPlace();
    await fill(place);
    const file = path.join(place.folder, 'log.jsonl');
    const report = await place.json(['activity', 'export', file]);
    const rows = readRows(file);
    expect(report).toEqual({ file, rows: rows.length, bytes: statSync(file).size });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((left, right) => left - right));
    expect(rows).toContainEqual(expect.objectContaining({ tool: 'add_person', entrance: 'cli', outcome: 'ok', count: 1 }));
    expect(rows).toContainEqual(expect.objectContaining({ tool: 'add_person', agent: null, key: null, item: 'bob@example.com' }));
    // Reading the log is logged, too.
    expect(rows.at(-1)).toMatchObject({ tool: 'list_activity' });
    expect(readdirSync(place.folder).toSorted()).toEqual(['data', 'log.jsonl']);

    const again = await place.run(['activity', 'export', file]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists: choose another name') });
    expect(readRows(file)).toEqual(rows);
    const nowhere = await place.run(['activity', 'export', path.join(place.folder, 'none', 'log.jsonl')]);
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('does not exist: check the path') });
    expect((await place.run(['activity', '--limit', '3'])).stdout.trim().split('\n')).toHaveLength(3);
  });

  it('writes a range: from --since inclusive to --until exclusive, across removed numbers', async () => {
    using place = openPlace();
    await fill(place);
    const days = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) => Date.parse(day));
    await addLogRows(place, [...days.flatMap((at) => [at - 1, at, at + 1]), Date.now()], { gap: 250_000 });
    const file = path.join(place.folder, 'day.jsonl');
    const args = ['activity', 'export', file, '--since', '2020-01-02', '--until', '2020-01-03T00:00Z'];
    expect(await place.json(args)).toMatchObject({ rows: 3 });
    expect(readRows(file).map(({ at }) => at)).toEqual([days[1], (days[1] ?? 0) + 1, (days[2] ?? 0) - 1]);
    const wrong = await place.run(['activity', 'export', `${file}.2`, '--since', '2020-01-03', '--until', '2020-01-02']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--since must be before --until') });
    const noTime = await place.run(['activity', 'export', `${file}.2`, '--since', 'yesterday']);
    expect(noTime).toMatchObject({ code: 2, stderr: expect.stringContaining('Give a day such as 2026-01-31') });
    expect(existsSync(`${file}.2`)).toBe(false);
  });

  it('gives members only their own rows', async () => {
    using place = openPlace();
    await fill(place);
    const { people } = await place.json(['people', 'list']);
    const bob = people.find(({ email }: { email: string }) => email === 'bob@example.com');
    const file = path.join(place.folder, 'bob.jsonl');
    await place.json(['activity', 'export', file, '--as', 'bob@example.com']);
    expect(new Set(readRows(file).map(({ personId }) => personId))).toEqual(new Set([bob.id]));
  });

  it('holds one part of a long log in memory at a time, and skips nothing', { tags: ['nightly'] }, async () => {
    using place = openPlace();
    await fill(place);
    const times = Array.from({ length: 220_000 }, (_, index) => index);
    await addLogRows(place, times, { gap: 250_000 });
    const file = path.join(place.folder, 'all.jsonl');
    // Its rows are 100 MB of text: a heap of 64 MB cannot hold them.
    const { rows } = await place.json(['activity', 'export', file, '--until', '1970-01-02'], {
      env: { NODE_OPTIONS: '--max-old-space-size=64' },
    });
    expect(rows).toBe(220_000);
    const text = readFileSync(file, 'utf8');
    expect(text.length).toBeGreaterThan(80_000_000);
    expect([...text.matchAll(/^\{"id":\d+,"at":(\d+),/gm)].every(([, at], index) => Number(at) === index)).toBe(true);
  });

  it.skipIf(missing)(`works on Postgres${onPostgres}`, async () => {
    using place = openPlace();
    await using database = await createTestDatabase();
    const env = { DATABASE_URL: database.url };
    await fill(place, env);
    const file = path.join(place.folder, 'log.jsonl');
    const { rows } = await place.json(['activity', 'export', file, '--since', '1h'], { env });
    expect(rows).toBe(readRows(file).length);
    expect(readRows(file).map(({ tool }) => tool)).toEqual(expect.arrayContaining(['add_person', 'list_activity']));
  });
});

async function fill(place: Place, env: Record<string, string> = {}): Promise<void> {
  await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com'], { env });
  await place.json(['people', 'add', 'bob@example.com'], { env });
}

function readRows(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
