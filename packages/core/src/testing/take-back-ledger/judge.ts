import { expect } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import type { Loose, World } from '../test-world.ts';
import { type Actor, begun, type Deed, type State } from './deeds.ts';
import type { History } from './histories.ts';
import { beginCase, type Case, type Ledger, statesOf, type Tracked, take, type Write } from './ledger.ts';

/** Preview and result of a take-back, with all states before and after it. */
export interface Taken {
  takeBackId: string;
  preview: Loose[];
  done: Loose[];
  before: Map<string, State>;
  after: Map<string, State>;
}

/** Runs a history, takes a part of it back, and undoes that. */
export async function runHistory(ledger: Ledger, { begun: count, before, during, after, subject, requester }: History) {
  const of = await beginCase(ledger);
  const { world, subjects } = of;
  const each = async (deeds: readonly Deed[], isLater?: boolean) => {
    for (const one of deeds) {
      const about = subjects[one.subject % (subjects.length || 1)];
      const present = about && (await statesOf(of)).get(about.id);
      await take(of, { ...one, present, ...(isLater && { isLater }) });
    }
  };
  await each([...begun.slice(0, count), ...before], true);
  const since = ++world.clock.now;
  await each(during);
  const until = world.clock.now;
  await each(after, true);
  world.clock.now++;
  const chosen = { ada: { personId: ledger.ada.personId }, key: { keyId: ledger.keyId }, everybody: {} }[subject];
  const asker = of.credentials[requester] as Credential;
  const taken = await takeAllBack(of, asker, { ...chosen, since, until });
  world.clock.now++;
  const undone = await takeAllBack(of, asker, { takeBackId: taken.takeBackId });
  world.clock.now++;
  const isOfRun = ({ actor, at }: Write) => isOf[subject](actor) && at >= since && at <= until;
  return { of, taken, undone, isOfRun };
}

const isOf: Record<History['subject'], (actor: Actor) => boolean> = {
  ada: (actor) => actor === 'ada' || actor === 'key',
  key: (actor) => actor === 'key',
  everybody: () => true,
};

async function takeAllBack(of: Case, asker: Credential, given: object): Promise<Taken> {
  const { world } = of;
  const before = await statesOf(of);
  let put: Loose = await world.ok(asker, 'prepare_take_back', given);
  const { takeBackId } = put;
  while (put.state === 'looking') put = await world.ok(asker, 'continue_take_back', { takeBackId });
  const preview = await entriesOf(world, asker, takeBackId);
  const { counts } = await world.ok(asker, 'preview_take_back', { takeBackId });
  expect(counts).toEqual(countsOf(preview));
  while (put.state !== 'done') put = await world.ok(asker, 'apply_take_back', { takeBackId });
  return { takeBackId, preview, done: await entriesOf(world, asker, takeBackId), before, after: await statesOf(of) };
}

function countsOf(entries: readonly Loose[]): Record<string, number> {
  const counts: Record<string, number> = { as_before: 0, merged: 0, needs_you: 0, left: 0, unchanged: 0 };
  for (const { expected } of entries) counts[expected] = (counts[expected] ?? 0) + 1;
  return counts;
}

async function entriesOf(world: World, asker: Credential, takeBackId: string): Promise<Loose[]> {
  const found: Loose[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Loose = await world.ok(asker, 'list_take_back_items', { takeBackId, limit: 30, ...(cursor && { cursor }) });
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

/** Expects the previewed results. Entries that another entry added are ignored. */
export function expectAsAnnounced({ preview, done }: Taken): void {
  const told = ({ itemId, outcome, reason, expected, fields, isMerged, openPlaces }: Loose) => ({
    itemId,
    outcome,
    reason,
    expected,
    fields: [...fields].sort(),
    isMerged,
    openPlaces,
  });
  const ids = new Set(preview.map(({ itemId }) => itemId));
  expect(done.filter(({ itemId }) => ids.has(itemId)).map(told)).toEqual(
    preview.filter(({ itemId }) => done.some((entry) => entry.itemId === itemId)).map(told),
  );
}

type IsOfRun = (write: Write) => boolean;

/** Expects that changes by others stay, and that changes of the run that stay are reported. */
export function expectTakenBack(subjects: readonly Tracked[], { done, before, after }: Taken, isOfRun: IsOfRun): void {
  for (const subject of subjects) {
    const [was, is] = [before.get(subject.id) ?? {}, after.get(subject.id) ?? {}];
    const entry: Loose = done.find(({ itemId }) => itemId === subject.id);
    // A take-back cannot set fields of an item in the trash.
    if (is.isDeleted === true && subject.kind !== 'folder') {
      if (was.isDeleted === false) expectGone(subject.writes, isOfRun, entry);
      continue;
    }
    for (const slot of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const writes = subject.writes.filter((write) => write.slot === slot);
      const last = writes.at(-1);
      const values = { slot, was: was[slot], is: is[slot] };
      if (!last || !isOfRun(last)) expectOfOthers(subject, values, { entry, isOwn: isOwn(subject, isOfRun) });
      else if (entry?.reason === null) expectBack(subject, values, { writes, isOfRun });
    }
  }
}

interface Values {
  slot: string;
  was: unknown;
  is: unknown;
}

/** True if the run created it. */
function isOwn({ writes }: Tracked, isOfRun: IsOfRun): boolean {
  const created = writes.find(({ before }) => before === undefined);
  return created !== undefined && isOfRun(created);
}

function expectOfOthers({ id, kind }: Tracked, { slot, was, is }: Values, { entry, isOwn }: { entry: Loose; isOwn: boolean }): void {
  // Another subject may have taken the name since.
  if (slot === 'name' && entry?.reason) return;
  // A folder is restored with its content. A folder that the run created is deleted, and a task is canceled.
  if (kind === 'folder' && (slot === 'isDeleted' || isOwn)) return;
  if (kind === 'task' && slot === 'status' && isOwn) return;
  if (slot === 'isDeleted') expect(is === was || is === false, `${id} ${slot}`).toBe(true);
  else expect(is, `${id} ${slot}, which others have changed last`).toEqual(was);
}

/** Expects the value before the last changes of the run. */
function expectBack(subject: Tracked, { slot, is }: Values, { writes, isOfRun }: { writes: readonly Write[]; isOfRun: IsOfRun }): void {
  const series = writes.slice(writes.findLastIndex((write) => !isOfRun(write)) + 1);
  const wanted = series[0]?.before;
  const isTask = subject.kind === 'task';
  if (isTask && (wanted === undefined || slot === 'status')) return;
  if (!isTask && isOwn(subject, isOfRun) && series[0] === writes[0]) return;
  expect(is, `${subject.id} ${slot}, which the run has changed last`).toEqual(wanted);
}

/** Expects that only subjects without later changes by others are in the trash. */
function expectGone(writes: readonly Write[], isOfRun: IsOfRun, entry: Loose): void {
  expect(entry?.outcome).toBe('taken_back');
  const moves = writes.filter(({ slot, before }) => slot === 'isDeleted' && before !== undefined);
  const restored = moves[moves.findLastIndex((write) => !isOfRun(write)) + 1];
  const from = restored ? writes.indexOf(restored) : 0;
  const ofOthers = writes.slice(from).filter((write) => !isOfRun(write));
  expect(ofOthers, 'changes of others in the trash').toEqual([]);
}

/** Expects that after the undo everything is as before the take-back, or reported. */
export function expectUndone(subjects: readonly Tracked[], taken: Taken, undone: Taken): void {
  for (const { id, kind } of subjects) {
    const [was, is] = [taken.before.get(id) ?? {}, undone.after.get(id) ?? {}];
    const entry = undone.done.find(({ itemId }) => itemId === id);
    if (entry && entry.reason !== null) continue;
    if (kind !== 'folder' && was.isDeleted && is.isDeleted) continue;
    expect(is, id).toEqual(was);
  }
}
