import { expect } from 'vitest';
import type { Loose } from '../test-world.ts';
import {
  current,
  fileSlot,
  isKeptByOthers,
  isNearOthers,
  isTouchedByOthers,
  isTouchedByOthersSince,
  isTouchedByRun,
  type Slot,
  type Subject,
  standingAt,
  withoutChangedBack,
  withoutRun,
} from './model.ts';
import { amongFolders, type HeldNames, isNumbered } from './names.ts';
import type { Actual } from './read-subject.ts';

interface TakenBack {
  entry: Loose | undefined;
  until: number;
  held: HeldNames;
  states: ReadonlyMap<Subject, Actual>;
}

/**
 * Checks two rules: no change by others is lost, and every change of the run that stays is reported. Away from changes by others, the
 * oracle must match.
 */
export function judge(subject: Subject, actual: Actual, { entry, until, held, states }: TakenBack): void {
  const slots = [...subject.slots.values()];
  const isOfRun = subject.createdByRun || slots.some(isTouchedByRun) || broughtBack(subject, { states, until });
  if (!isOfRun) expect(entry, subject.id).toBeUndefined();
  const about = JSON.stringify({ subject: subject.id, entry, slots: [...subject.slots] });
  if (entry?.reason === 'name_taken') expect(wasNameTaken(subject, actual, held), about).toBe(true);
  if (!isThereAsExpected(subject, actual, { entry, until, states, about }) || !actual) return;
  for (const [name, slot] of subject.slots) {
    if (name === 'isDeleted') continue;
    const is = actual.get(name) ?? undefined;
    const isSame = (expected: unknown) => isAsExpected(subject, { actual, name, expected, held });
    const looked = { subject, name, slot, is, isSame, entry, about };
    if (isOfCreation(looked)) judgeReported(looked);
    else if (!isTouchedByRun(slot) || isKept(looked)) judgeKept(looked);
    else if (subject.createdByRun) judgeReported(looked);
    else if (isOfText(looked)) judgeText(looked);
    else judgeField(looked);
  }
}

interface Judged {
  entry: Loose;
  until: number;
  states: ReadonlyMap<Subject, Actual>;
  about: string;
}

/** True if its slots must be checked. */
function isThereAsExpected(subject: Subject, actual: Actual, judged: Judged): boolean {
  const { entry, until, about } = judged;
  const others = [...subject.slots.values()].some(isTouchedByOthers);
  if (subject.createdByRun && subject.kind === 'task') {
    // Others can change a task that is canceled already.
    const cameFirst = [...subject.slots.values()].some(({ writes }) => writes.some(({ isRun, at }) => !isRun && at < until));
    if (!others) expect(actual?.get('status'), about).toBe('canceled');
    return cameFirst || (others && entry.reason !== null);
  }
  if (subject.createdByRun && !others) {
    if (subject.kind !== 'folder') expect(actual, about).toBeUndefined();
    else if (actual) expect(entry?.reason, about).not.toBeNull();
    return false;
  }
  judgeDeletion(subject, actual, judged);
  return true;
}

function judgeDeletion(subject: Subject, actual: Actual, { entry, until, states, about }: Judged): void {
  const { slots } = subject;
  const deletion: Slot = slots.get('isDeleted') ?? { initial: false, writes: [] };
  // An item that is restored into a folder that others have deleted restores the folder too.
  if (actual && broughtBack(subject, { states, until })) return;
  if (isKeptByOthers(deletion) || !isTouchedByRun(deletion)) {
    expect(actual === undefined, about).toBe(current(deletion) ?? false);
    // Everything stays in the trash. Changes of the run among it are reported.
    const wasGone = !actual && (deletion.writes.at(-1)?.at ?? 0) < until;
    if (wasGone && [...slots.values()].some((slot) => slot.writes.at(-1)?.isRun)) expect(entry?.reason, about).not.toBeNull();
    return;
  }
  const wasThere = (withoutRun(deletion) ?? false) === false;
  if (wasThere) expect(actual, about).toBeDefined();
  if (!wasThere && actual) expect(entry?.reason, about).not.toBeNull();
}

/** True if an item that the run had deleted is in this folder again, or was until others moved it away. */
function broughtBack({ kind, id }: Subject, { states, until }: Pick<TakenBack, 'states' | 'until'>): boolean {
  const cameBack = ([{ slots }, actual]: [Subject, Actual]) => {
    const folder: Slot = slots.get('folderId') ?? { initial: null, writes: [] };
    const isMoved = (folder.writes.at(-1)?.at ?? 0) > until;
    const before = { ...folder, writes: folder.writes.filter(({ at }) => at <= until) };
    const folderId = actual && isMoved ? current(before) : actual?.get('folderId');
    return folderId === id && isTouchedByRun(slots.get('isDeleted') ?? { initial: false, writes: [] });
  };
  return kind === 'folder' && [...states].some(cameBack);
}

interface Looked {
  subject: Subject;
  name: string;
  slot: Slot;
  is: unknown;
  isSame: (expected: unknown) => boolean;
  entry: Loose;
  about: string;
}

const isParagraph = (name: string) => /^p\d$/.test(name);
const isFileOfSkill = (name: string) => name.startsWith(fileSlot);

/** A paragraph, a file of a skill, or the name of a skill, which is in its text. */
function isOfText({ subject, name }: Pick<Looked, 'subject' | 'name'>): boolean {
  return isParagraph(name) || isFileOfSkill(name) || (subject.kind === 'skill' && name === 'name');
}

/** True if the run wrote it when it created the item, and others have not changed it since. */
function isOfCreation({ subject, name, slot }: Looked): boolean {
  return subject.createdByRun && (isParagraph(name) || isFileOfSkill(name)) && slot.writes.length === 0;
}

/** True if others have changed it last. For a file of a skill: after the run. */
function isKept({ name, slot }: Looked): boolean {
  return isFileOfSkill(name) ? isTouchedByOthersSince(slot) : isKeptByOthers(slot);
}

/** Words and files that others changed and changed back are the run's again (D66.4). */
function isChangedBack({ subject, name, slot, is }: Pick<Looked, 'subject' | 'name' | 'slot' | 'is'>): boolean {
  if (!isOfText({ subject, name }) && name !== 'text') return false;
  const { createdByRun } = subject;
  const without = withoutChangedBack(slot);
  return (
    without.writes.length < slot.writes.length && is === (createdByRun && !isTouchedByOthers(without) ? undefined : withoutRun(without))
  );
}

/** Nothing that others did is lost, and nothing changes that the run has not touched. */
function judgeKept({ subject, name, slot, is, isSame, entry, about }: Looked): void {
  if (subject.kind === 'task' && subject.createdByRun && name === 'status' && !isTouchedByOthers(slot)) return;
  if (isChangedBack({ subject, name, slot, is }) || (isFileOfSkill(name) && is === withoutRun(slot))) return;
  if (isParagraph(name) && isTouchedByRun(slot)) judgeParagraphOfBoth({ name, slot, is, entry, about });
  else if (!isSame(current(slot))) expect(is, `${name}: ${about}`).toEqual(current(slot));
  // A change of the run before a change of others is replaced by it, except in a file of a skill.
  if (isFileOfSkill(name) && slot.writes.at(-1)?.isRun) expect(entry.reason, about).not.toBeNull();
}

/**
 * Expects the paragraph of others in its place, with at most removed words of the run next to it. Words of the run that stay are reported.
 */
function judgeParagraphOfBoth({ name, slot, is, entry, about }: Pick<Looked, 'name' | 'slot' | 'is' | 'entry' | 'about'>): void {
  const wanted = current(slot) ?? undefined;
  if (is === wanted) return;
  const standing = standingAt(Number(name.slice(1)), is);
  if (wanted !== undefined) expect(standing, `${name}: ${about}`).toContain(wanted);
  const ofRun = slot.writes.filter(({ isRun }) => isRun).map(({ value }) => value);
  for (const value of standing) {
    if (value === wanted) continue;
    if (ofRun.includes(value)) expect(entry.reason !== null || entry.openPlaces > 0, about).toBe(true);
    else expect([slot.initial, ...slot.writes.map(({ value }) => value)], `${name}: ${about}`).toContain(value);
  }
}

/** True if a paragraph of others is in its place, alone or with another one. Any other slot must have their value. */
export function standsThere(name: string, is: unknown, wanted: unknown): boolean {
  return is === wanted || (isParagraph(name) && standingAt(Number(name.slice(1)), is).includes(wanted));
}

function judgeReported({ is, slot, entry, about }: Looked): void {
  // Others brought it back after its turn.
  if (entry.outcome === 'unchanged') return;
  if (is === current(slot)) expect(entry.reason, about).not.toBeNull();
}

function judgeText(looked: Looked): void {
  const { subject, name, slot, is, isSame, entry, about } = looked;
  const expected = withoutRun(slot);
  if (isSame(expected)) return;
  expect(isTextNearOthers(looked) || wasInTrash(subject), `${name}: expected ${expected}, is ${is}: ${about}`).toBe(true);
  if (!isParagraph(name)) expect(is, `${name}: ${about}`).toEqual(current(slot));
  else if (judgeParagraphNearOthers(looked)) return;
  expect(entry.reason !== null || entry.openPlaces > 0, about).toBe(true);
}

/**
 * Later changes of the run may be taken back while earlier ones stay, and a removed value may return next to another. True if nothing of
 * the run stays.
 */
function judgeParagraphNearOthers({ name, slot, is, entry, about }: Looked): boolean {
  const standing = is === undefined ? [undefined] : standingAt(Number(name.slice(1)), is);
  const values = [slot.initial, ...slot.writes.map(({ value }) => value)];
  // A paragraph that is nowhere in the text may be the other text of an open place.
  if (entry.openPlaces > 0) values.push(undefined);
  for (const value of standing) expect(values, `${name}: ${about}`).toContain(value);
  const ofRun = slot.writes.filter(({ isRun }) => isRun).map(({ value }) => value);
  return standing.includes(withoutRun(slot)) && !standing.some((value) => ofRun.includes(value));
}

function isTextNearOthers({ subject, name, slot }: Looked): boolean {
  return isParagraph(name) ? isNearOthers(subject, Number(name.slice(1))) : !isFileOfSkill(name) && isTouchedByOthers(slot);
}

/** A field has the value of the oracle, even if others changed it before. */
function judgeField({ subject, slot, is, isSame, entry, about }: Looked): void {
  if (isSame(withoutRun(slot))) return;
  // Reasons to stay: a person's tool refuses, a name is taken, or others had moved it to the trash.
  expect(['protected_item', 'name_taken', ...(wasInTrash(subject) ? ['changed_since'] : [])], about).toContain(entry?.reason);
  expect(is, about).toEqual(current(slot) ?? undefined);
}

/** True if others have deleted it, even if only now. */
function wasInTrash({ slots }: Subject): boolean {
  return isTouchedByOthers(slots.get('isDeleted') ?? { initial: false, writes: [] });
}

interface Expected {
  actual: NonNullable<Actual>;
  name: string;
  expected: unknown;
  held: HeldNames;
}

/** True if a slot has the expected value. Only a file, skill or folder whose name is taken gets a number. */
export function isAsExpected({ id, kind }: Subject, { actual, name, expected, held }: Expected): boolean {
  const is = actual.get(name) ?? undefined;
  if (is === (expected ?? undefined)) return true;
  if (name !== 'name' || !['file', 'skill', 'folder'].includes(kind) || !isNumbered(kind, is, expected)) return false;
  return held.isHeldByAnother(kind === 'folder' ? amongFolders : actual.get('folderId'), expected, id);
}

/** True if another subject has had one of its names in one of its folders. */
function wasNameTaken({ id, kind, slots }: Subject, actual: Actual, held: HeldNames): boolean {
  const valuesOf = (name: string) => {
    const { initial, writes } = slots.get(name) ?? { initial: undefined, writes: [] };
    return [initial, ...writes.map(({ value }) => value), actual?.get(name)];
  };
  const places = kind === 'folder' ? [amongFolders] : valuesOf('folderId');
  return places.some((folderId) => valuesOf('name').some((name) => held.isHeldByAnother(folderId, name, id)));
}
