import { link, open, rm } from 'node:fs/promises';
import { nameActivity } from '@gatehouse/core';
import { actsForAll } from '@gatehouse/domain';
import { makePartialFile } from '@gatehouse/storage/admin';
import type { Tell } from '../progress.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface ExportedRange {
  /** From then on, in milliseconds since the epoch. */
  since: number | undefined;
  /** Before then. */
  until: number | undefined;
}

export interface ActivityExport {
  rows: number;
  bytes: number;
}

/** What one query looks through: however little of it is wanted, it answers soon. */
const numbersAtOnce = 100_000;
/** What is in memory at a time. */
const rowsAtOnce = 1000;

/**
 * Writes what the person sees of the log, oldest first, one JSON value a line. Written aside, flushed, then linked into place:
 * the file is whole or not there. Rejects with EEXIST when it exists already.
 */
export async function exportActivity(workspace: Workspace, to: string, range: ExportedRange, onProgress: Tell): Promise<ActivityExport> {
  const aside = makePartialFile(to);
  const file = await open(aside, 'w');
  const exported: ActivityExport = { rows: 0, bytes: 0 };
  try {
    for await (const rows of rowsOf(workspace, range, onProgress)) {
      const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await file.appendFile(lines);
      exported.rows += rows.length;
      exported.bytes += lines.length;
    }
    await file.sync();
    await link(aside, to);
  } finally {
    await file.close();
    await rm(aside, { force: true });
  }
  return exported;
}

/** By their numbers: rows of a wrong clock are found too, and no query is longer than another. */
async function* rowsOf(
  { gatehouse, person, call }: Workspace,
  { since, until }: ExportedRange,
  onProgress: Tell,
): AsyncGenerator<object[]> {
  const { store } = gatehouse;
  // One call that may be refused and is in the log, as every look into it; the rows are read beside it.
  await call('list_activity', { limit: 1 });
  const range = { since, until: until === undefined ? undefined : until - 1 };
  const extent = await store.read(() => store.activity.extent());
  if (!extent) return;
  const { firstId, lastId } = extent;
  const viewer = { orgId: person.orgId, personId: person.id, seesAll: actsForAll(person), limits: null };
  const who = viewer.seesAll ? {} : { personId: person.id };
  for (let fromId = firstId; fromId <= lastId; ) {
    const throughId = Math.min(lastId, fromId + numbersAtOnce);
    const filter = { orgId: person.orgId, ...who, ...range, fromId, throughId, limit: rowsAtOnce };
    const rows = await store.read(function* () {
      return yield* nameActivity({ store, viewer }, yield* store.activity.list(filter));
    });
    yield rows.map(({ orgId: _org, foldedMinute: _minute, ...row }) => row);
    const last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
    fromId = (last?.id ?? throughId) + 1;
    onProgress(fromId - firstId, lastId - firstId + 1);
  }
}
