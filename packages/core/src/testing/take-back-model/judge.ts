import { expect } from 'vitest';
import type { Loose } from '../test-world.ts';
import {
  current,
  isKeptByOthers,
  isNearOthers,
  isTouchedByOthers,
  isTouchedByRun,
  paragraphsOf,
  type Slot,
  type Subject,
  withoutRun,
} from './model.ts';
import type { Desk } from './perform.ts';

/** What Ada reads of a subject, by the slots of the model; undefined where it is not there. */
export type Actual = Map<string, unknown> | undefined;

export async function readSubject({ world, credentials }: Desk, { id, kind }: Subject): Promise<Actual> {
  if (kind === 'folder') {
    const { folders } = await world.ok(credentials.ada, 'list_folders', {});
    const folder = folders.find((one: Loose) => one.id === id);
    return (
      folder &&
      new Map<string, unknown>([
        ['name', folder.name],
        ['organization', folder.visibility === 'organization'],
      ])
    );
  }
  if (kind === 'task') {
    const task = await world.ok(credentials.ada, 'read_task', { taskId: id });
    return new Map(['title', 'status', 'notes'].map((field) => [field, task[field]]));
  }
  const answer = await world.call(credentials.ada, 'read_item', { itemId: id });
  if (!answer.ok) return undefined;
  const item: Loose = answer.value;
  const fields = new Map<string, unknown>([
    ['name', item.name],
    ['folderId', item.folderId],
    ['tags', item.tags[0]],
  ]);
  if (kind === 'file') return fields.set('text', item.text);
  for (const [number, text] of paragraphsOf(item.text)) fields.set(`p${number}`, text);
  return fields;
}

/** By two rules: nothing that others did is lost, and everything of the run that stays is reported. What nobody else was near is as the oracle says. */
export function judge(subject: Subject, actual: Actual, { entry, until }: { entry: Loose | undefined; until: number }): void {
  const slots = [...subject.slots.values()];
  if (!subject.createdByRun && !slots.some(isTouchedByRun)) expect(entry, subject.id).toBeUndefined();
  const about = JSON.stringify({ subject: subject.id, entry, slots: [...subject.slots] });
  if (!isThereAsExpected(subject, actual, { entry, until, about }) || !actual) return;
  for (const [name, slot] of subject.slots) {
    if (name === 'isDeleted') continue;
    const is = actual.get(name) ?? undefined;
    if (isKeptByOthers(slot) || !isTouchedByRun(slot)) judgeKept({ subject, name, slot, is, entry, about });
    else if (subject.createdByRun) judgeReported(is, slot, entry, about);
    else if (/^p\d$/.test(name)) judgeParagraph(subject, Number(name.slice(1)), { slot, is, entry, about });
    else judgeField({ subject, name, slot, is, entry, about });
  }
}

interface Judged {
  entry: Loose;
  until: number;
  about: string;
}

/** Whether its slots are to be looked at. */
function isThereAsExpected(subject: Subject, actual: Actual, judged: Judged): boolean {
  const { entry, until, about } = judged;
  const others = [...subject.slots.values()].some(isTouchedByOthers);
  if (subject.createdByRun && subject.kind === 'task') {
    // Others can change a task that is canceled already.
    const cameFirst = [...subject.slots.values()].some(({ writes }) => writes.some(({ isRun, at }) => !isRun && at < until));
    if (!others) expect(actual?.get('status'), about).toBe('canceled');
    return cameFirst || (others && actual?.get('status') !== 'canceled');
  }
  if (subject.createdByRun && !others) {
    if (subject.kind !== 'folder') expect(actual, about).toBeUndefined();
    else if (actual) expect(entry?.reason, about).not.toBeNull();
    return false;
  }
  judgeDeletion(subject, actual, judged);
  return true;
}

function judgeDeletion({ slots }: Subject, actual: Actual, { entry, until, about }: Judged): void {
  const deletion: Slot = slots.get('isDeleted') ?? { initial: false, writes: [] };
  if (isKeptByOthers(deletion) || !isTouchedByRun(deletion)) {
    expect(actual === undefined, about).toBe(current(deletion) ?? false);
    // In the trash all stays: what of it is the run's is reported.
    const wasGone = !actual && (deletion.writes.at(-1)?.at ?? 0) < until;
    if (wasGone && [...slots.values()].some((slot) => slot.writes.at(-1)?.isRun)) expect(entry?.reason, about).not.toBeNull();
    return;
  }
  const wasThere = (withoutRun(deletion) ?? false) === false;
  if (wasThere && !actual) expect(entry?.reason, about).toBe('name_taken');
  if (!wasThere && actual) expect(entry?.reason, about).not.toBeNull();
}

interface Looked {
  slot: Slot;
  is: unknown;
  entry: Loose;
  about: string;
}

/** Nothing that others did is lost, and nothing changes that the run has not touched. */
function judgeKept({ subject, name, slot, is, about }: Looked & { subject: Subject; name: string }): void {
  if (subject.kind === 'task' && subject.createdByRun && name === 'status' && !isTouchedByOthers(slot)) return;
  if (isSame(name, is, current(slot), subject)) return;
  expect(is, `${name}: ${about}`).toEqual(current(slot));
}

function judgeReported(is: unknown, slot: Slot, entry: Loose, about: string): void {
  if (is === current(slot)) expect(entry.reason, about).not.toBeNull();
}

function judgeParagraph(subject: Subject, number: number, { slot, is, entry, about }: Looked): void {
  const expected = withoutRun(slot);
  if (!isNearOthers(subject, number) && !wasInTrash(subject)) expect(is, `p${number}: ${about}`).toEqual(expected);
  else if (is !== expected) {
    expect(is, `p${number}: ${about}`).toEqual(current(slot));
    expect(entry.reason !== null || entry.openPlaces > 0, about).toBe(true);
  }
}

/** A field has the value of the oracle, also where others changed it before. */
function judgeField({ subject, name, slot, is, entry, about }: Looked & { subject: Subject; name: string }): void {
  if (isSame(name, is, withoutRun(slot), subject)) return;
  // Only what the tool of a person refuses, a name that is taken, or what others had in the trash stays.
  expect(['protected_item', 'name_taken', ...(wasInTrash(subject) ? ['changed_since'] : [])], about).toContain(entry?.reason);
  expect(is, about).toEqual(current(slot) ?? undefined);
}

/** Whether others have deleted it, which can have been at its turn. */
function wasInTrash({ slots }: Subject): boolean {
  return isTouchedByOthers(slots.get('isDeleted') ?? { initial: false, writes: [] });
}

/** A file that finds its name taken gets a number. */
function isSame(name: string, is: unknown, expected: unknown, { kind }: Subject): boolean {
  if ((is ?? undefined) === (expected ?? undefined)) return true;
  return name === 'name' && kind !== 'task' && typeof expected === 'string' && String(is).replace(/ \(\d+\)/, '') === expected;
}
