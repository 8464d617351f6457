import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ItemType } from '@gatehouse/domain';
import type { Activity, Op, Store } from '@gatehouse/storage';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';
import { findCaller, viewerOf } from '../callers/caller.ts';
import type { Registry } from '../registry/registry.ts';

/** Something that others have changed, as whoever sees it is told: not who did what, which is in the log. */
export interface ChangedItem {
  id: string;
  type: ItemType | 'folder' | 'task';
  /** Null for what has no versions. */
  versionCount: number | null;
}

/** What calls have changed, before it is asked who sees it. */
export interface Touched {
  items: Set<string>;
  folders: Set<string>;
  tasks: Set<string>;
  /** When calls were made that changed items and name none of them in the log. */
  unnamedAt: Set<number>;
}

export interface SeenChanges {
  /** Those of the touched that a person sees at this instant, in the trash too. Rejects when the store cannot be asked. */
  of(person: Person, touched: Touched): Promise<ChangedItem[]>;
}

export interface SeenChangesOptions {
  store: Store;
  clock: () => number;
  report: (error: unknown) => void;
}

interface Person {
  orgId: string;
  personId: string;
}

/** What one person is to be told of, by all who asked for it since the last look. */
interface Asked {
  person: Person;
  touched: Touched;
  answer: PromiseWithResolvers<ChangedItem[]>;
}

/** So that many changes, and the streams of one person, are asked about once. */
const restMs = 100;
/** Asked for in one query, which other calls wait for. */
const maxAtOnce = 200;
/** Of one call that names none. */
const maxUnnamed = 50;

/** One query for each person who is to be told, however many streams they have open, and a turn for other calls between two of them. */
export function createSeenChanges({ store, clock, report }: SeenChangesOptions): SeenChanges {
  const waiting = new Map<string, Asked>();
  const looking = createCoalescedTask({ run: look, report, restMs });

  async function look(): Promise<void> {
    // The other streams are told of the same rows in this turn.
    await nextTurn();
    for (const [key, { person, touched, answer }] of waiting) {
      waiting.delete(key);
      await seenOf(person, touched).then(answer.resolve, answer.reject);
      await nextTurn();
    }
  }

  async function seenOf(person: Person, { items, folders, tasks, unnamedAt }: Touched): Promise<ChangedItem[]> {
    const seen: ChangedItem[] = Array.from(tasks, (id) => ({ id, type: 'task', versionCount: null }));
    for (const at of unnamedAt) for (const id of await store.read(() => changedAt(store, person.orgId, at))) items.add(id);
    for (const ids of partsOf([...items])) seen.push(...(await store.read(() => seenItems(person, ids))));
    for (const ids of partsOf([...folders])) seen.push(...(await store.read(() => seenFolders(person, ids))));
    return seen;
  }

  function* seenItems(person: Person, ids: readonly string[]): Op<ChangedItem[]> {
    const viewer = yield* viewing(person);
    return viewer ? yield* store.sightings.items(viewer, ids) : [];
  }

  function* seenFolders(person: Person, ids: readonly string[]): Op<ChangedItem[]> {
    const viewer = yield* viewing(person);
    const seen = viewer ? yield* store.sightings.folders(viewer, ids) : [];
    return seen.map((id) => ({ id, type: 'folder', versionCount: null }));
  }

  /** As who the person is at this instant; undefined where they do not belong to the organization any more. */
  function* viewing(person: Person) {
    try {
      return viewerOf(yield* findCaller(store, { type: 'person', ...person }, clock()));
    } catch (error) {
      if (error instanceof GatewayError) return undefined;
      throw error;
    }
  }

  return {
    of(person, touched) {
      const key = `${person.orgId} ${person.personId}`;
      const asked = waiting.get(key) ?? { person, touched: nothing(), answer: Promise.withResolvers() };
      addTouched(asked.touched, touched);
      waiting.set(key, asked);
      looking.trigger();
      return asked.answer.promise;
    },
  };
}

const kinds: Record<string, 'items' | 'folders' | 'tasks'> = {
  doc: 'items',
  file: 'items',
  skill: 'items',
  folder: 'folders',
  task: 'tasks',
};

/** What these calls changed, but for those of one person and their agents, who read them in the log. */
export function touchedByOthers(registry: Registry, personId: string | null, rows: readonly Activity[]): Touched {
  const touched = nothing();
  for (const row of rows) {
    if (row.outcome !== 'ok' || row.personId === personId || registry.find(row.tool)?.definition.access !== 'write') continue;
    const kind = kinds[row.itemType ?? ''];
    if (kind && row.itemId !== null) touched[kind].add(row.itemId);
    else if (row.tool === 'put_back') touched.unnamedAt.add(row.at);
  }
  return touched;
}

export function nothing(): Touched {
  return { items: new Set(), folders: new Set(), tasks: new Set(), unnamedAt: new Set() };
}

export function isNothing(touched: Touched): boolean {
  return Object.values(touched).every(({ size }) => size === 0);
}

export function addTouched(to: Touched, more: Touched): void {
  for (const id of more.items) to.items.add(id);
  for (const id of more.folders) to.folders.add(id);
  for (const id of more.tasks) to.tasks.add(id);
  for (const at of more.unnamedAt) to.unnamedAt.add(at);
}

/** What has a version, or another change, of a time: a call gives all of its changes the same one. */
function* changedAt(store: Store, orgId: string, at: number): Op<string[]> {
  const stretch = { after: { at, itemId: '', number: 0 }, until: at, limit: maxUnnamed };
  const versions = yield* store.versions.look(orgId, stretch);
  const others = yield* store.itemChanges.look(orgId, stretch);
  return [...versions, ...others].map(({ itemId }) => itemId);
}

function* partsOf(ids: readonly string[]): Generator<string[]> {
  for (let from = 0; from < ids.length; from += maxAtOnce) yield ids.slice(from, from + maxAtOnce);
}
