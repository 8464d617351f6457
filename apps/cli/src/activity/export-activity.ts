import { link, open, rm } from 'node:fs/promises';
import { nameActivity } from '@gatehouse/core';
import { actsForAll } from '@gatehouse/domain';
import { makePartialFile } from '@gatehouse/storage/admin';
import type { Tell } from '../terminal/progress.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface ExportedRange {
  /** Inclusive start. Milliseconds since the epoch. */
  since: number | undefined;
  /** Exclusive end. Milliseconds since the epoch. */
  until: number | undefined;
}

export interface ActivityExport {
  rows: number;
  bytes: number;
}

/** Range of row numbers in one query, so that the query is short however few rows match. */
const numbersAtOnce = 100_000;
/** Maximum rows in memory. */
const rowsAtOnce = 1000;

/**
 * Writes the part of the log that the person sees, oldest first, one JSON value a line. It is written to a temporary file, flushed, then
 * linked into place, so the file is either whole or missing. Rejects with EEXIST if it already exists.
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

/** Reads rows by their numbers. This also finds rows of a wrong clock, and keeps every query equally short. */
async function* rowsOf(
  { gatehouse, person, call }: Workspace,
  { since, until }: ExportedRange,
  onProgress: Tell,
): AsyncGenerator<object[]> {
  const { store } = gatehouse;
  // Makes one call, which may be refused and is logged like every read of the log. The rows themselves are read directly.
  await call('list_activity', { limit: 1 });
  const range = { since, until: until === undefined ? undefined : until - 1 };
  const extent = await store.read(() => store.activity.extent());
  if (!extent) return;
  const { firstId, lastId } = extent;
  const viewer = { orgId: person.orgId, personId: person.id, seesAll: actsForAll(person), limits: null, at: Date.now() };
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
