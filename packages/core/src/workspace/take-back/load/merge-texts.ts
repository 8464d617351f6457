import { createHash } from 'node:crypto';
import { readSkill, splitSkill } from '@gatehouse/domain/skills';
import { type OpenPlace, type TextTakenBack, takeTextBack } from '@gatehouse/domain/take-back';
import { type Op, type StoredVersion, type TakeBackPlan, unpackVersion, type VersionKey, type VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { type Merged, type MergeJob, RetryWithMerges } from '../../../kernel/ports/text-merger.ts';

/**
 * Maximum bytes of all versions of a text that is merged here. Larger texts, and further ones, are merged on a thread, because other calls
 * would wait (D56, D66.11).
 */
const maxBytesHere = 2048;
const maxBytesOfCall = 16 * 1024;
/** Maximum bytes of texts that are read together for the thread, but at least one text. */
const maxBytesAtOnce = 256 * 1024;

type Version = StoredVersion & VersionKey;

interface MergeToDo {
  item: VisibleItem;
  /** Undefined if the first of the versions created it. */
  before: Version | undefined;
  versions: readonly Version[];
  ends: readonly { number: number; isOfRun: boolean }[];
}

/** Merges the texts of many items. Some are merged on a thread; the program then runs again when they are done. */
export function* mergeTexts(context: ToolContext, todo: readonly MergeToDo[]): Op<Map<string, TextTakenBack>> {
  const whole = yield* mergeAll(context, todo, 'whole');
  // If the merged text is not a skill, keep the run's frontmatter and merge only the body. Otherwise, the words of others would be lost.
  const broken = todo.filter(({ item }) => {
    const merged = whole.get(item.id);
    return item.type === 'skill' && merged && !isSkill(merged.text);
  });
  const bodies = broken.length === 0 ? [] : yield* mergeAll(context, broken, 'body');
  return new Map([...whole, ...bodies]);
}

/** True for the text of a skill with frontmatter. */
export const isSkill = (text: string) => splitSkill(text).front !== '' && readSkill({ content: text }).ok;

type Part = 'whole' | 'body';

function* mergeAll(context: ToolContext, todo: readonly MergeToDo[], part: Part): Op<Map<string, TextTakenBack>> {
  const { moved } = context.call.effects;
  const merged = new Map<string, Merged>();
  const here: MergeToDo[] = [];
  const waiting: MergeToDo[] = [];
  let left = maxBytesOfCall;
  for (const one of todo) {
    const bytes = bytesOf(one);
    const key = keyOf(one, part);
    const known = moved.merged?.has(key) ? moved.merged.get(key) : context.gateway.merger.find(key);
    if (known !== undefined) merged.set(one.item.id, known);
    else if (bytes <= maxBytesHere && bytes <= left) {
      here.push(one);
      left -= bytes;
    } else waiting.push(one);
  }
  const first = firstOf(waiting);
  const texts = yield* readTexts(
    context,
    [...here, ...first].flatMap(({ before, versions }) => [...(before ? [before] : []), ...versions]),
  );
  if (first.length > 0) throw new RetryWithMerges(first.map((one) => jobOf(one, part, texts)));
  for (const one of here) merged.set(one.item.id, mergeHere(one, part, texts));
  const found = [...merged].flatMap(([id, taken]) => (taken ? [[id, taken] as const] : []));
  return new Map(part === 'whole' ? found : yield* withFronts(context, found));
}

function bytesOf({ before, versions }: MergeToDo): number {
  return versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, before?.sizeBytes ?? 0);
}

/** Key of a merge. Versions never change, so their numbers identify it. A version saved meanwhile makes a new key. */
function keyOf({ item, before, ends }: MergeToDo, part: Part): string {
  return [
    item.orgId,
    item.id,
    (before?.number ?? 0) + 1,
    ...ends.map(({ number, isOfRun }) => `${number}${isOfRun ? 'r' : ''}`),
    part,
  ].join(' ');
}

function firstOf(waiting: readonly MergeToDo[]): MergeToDo[] {
  let bytes = 0;
  const end = waiting.findIndex((one, index) => {
    bytes += bytesOf(one);
    return index > 0 && bytes > maxBytesAtOnce;
  });
  return end === -1 ? [...waiting] : waiting.slice(0, end);
}

function jobOf(one: MergeToDo, part: Part, texts: Texts): MergeJob {
  const read = (version: Version | undefined) => {
    const text = (version && texts.get(version)) ?? '';
    return part === 'whole' ? text : splitSkill(text).body;
  };
  const versions = one.versions.map((version, index) => ({ isOfRun: one.ends[index]?.isOfRun === true, text: read(version) }));
  return { key: keyOf(one, part), before: read(one.before), versions };
}

function mergeHere(one: MergeToDo, part: Part, texts: Texts): TextTakenBack {
  const { before, versions } = jobOf(one, part, texts);
  return takeTextBack(before, versions);
}

/** Puts the present frontmatters before the merged bodies of skills. */
function* withFronts({ store, viewer }: ToolContext, bodies: readonly (readonly [string, TextTakenBack])[]): Op<[string, TextTakenBack][]> {
  const now = yield* store.contents.texts(
    viewer.orgId,
    bodies.map(([id]) => id),
  );
  return bodies.map(([id, { text, places }]) => {
    const { front } = splitSkill(now.get(id) ?? '');
    const moved = places.map(({ from, to, was }) => ({ from: from + front.length, to: to + front.length, was }));
    return [id, { text: front + text, places: moved }];
  });
}

export interface Texts {
  get(version: VersionKey): string | undefined;
}

/** Reads the texts of versions with a few statements. */
export function* readTexts({ store, viewer }: ToolContext, versions: readonly Version[]): Op<Texts> {
  const texts = new Map<string, string>();
  const nameOf = ({ itemId, number }: VersionKey) => `${itemId} ${number}`;
  const packed = versions.filter(({ blobId }) => blobId === null);
  const rows = packed.length === 0 ? [] : yield* store.many.packedVersions(viewer.orgId, packed);
  const bases = rows.flatMap(({ itemId, base }) => (base === null ? [] : { itemId, number: base }));
  const found = bases.length === 0 ? [] : yield* store.many.packedVersions(viewer.orgId, bases);
  const byName = new Map(found.map((row) => [nameOf(row), row]));
  for (const row of rows) {
    const base = row.base === null ? undefined : byName.get(nameOf({ itemId: row.itemId, number: row.base }));
    texts.set(nameOf(row), unpackVersion(row.itemId, row, base).toString('utf8'));
  }
  for (const version of versions)
    if (version.blobId !== null) texts.set(nameOf(version), (yield* store.contents.blob(version.blobId)).toString('utf8'));
  return { get: (version) => texts.get(nameOf(version)) };
}

/** A place of a text that the run and others have changed, with both texts. If either text changes, it becomes a different place. */
export interface NamedPlace extends OpenPlace {
  id: string;
  now: string;
}

type Choices = NonNullable<TakeBackPlan['choices']>;

/** A text in which a person has decided about some places, and the text before those decisions. */
export interface TextWithChoices extends TextTakenBack {
  undecided: TextTakenBack;
}

/** Places with identifiers that survive from one read to the next: equal places are numbered in the order of the text. */
export function namedPlaces({ text, places }: TextTakenBack): NamedPlace[] {
  const seen = new Map<string, number>();
  return places.map((place) => {
    const now = text.slice(place.from, place.to);
    const both = JSON.stringify([now, place.was]);
    const count = (seen.get(both) ?? 0) + 1;
    seen.set(both, count);
    const id = createHash('sha256').update(`${count} ${both}`).digest('base64url').slice(0, 16);
    return { ...place, id, now };
  });
}

/** The text with the places that a person has decided about; the others stay open (D66.8). */
export function withChoices(taken: TextTakenBack, choices: Choices = {}): TextWithChoices {
  let { text } = taken;
  const open: OpenPlace[] = [];
  let end = Number.POSITIVE_INFINITY;
  // Replaces from the end on, so that earlier offsets stay valid.
  for (const { id, now: _, ...place } of namedPlaces(taken).toReversed()) {
    const choice = place.to > end ? undefined : choices[id];
    end = place.from;
    if (choice === undefined) {
      open.unshift(place);
      continue;
    }
    if (choice === 'now') continue;
    text = text.slice(0, place.from) + place.was + text.slice(place.to);
    const grown = place.was.length - (place.to - place.from);
    for (const later of open) Object.assign(later, { from: later.from + grown, to: later.to + grown });
  }
  return { text, places: open, undecided: taken };
}
