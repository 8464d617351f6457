import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ItemType } from '@gatehouse/domain';
import type { Op, Store } from '@gatehouse/storage';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';
import { findCaller, viewerOf } from '../callers/caller.ts';
import { createSubjectsReader, type SubjectsReader } from './changed-subjects.ts';
import { addSubjects, addTouched, nothing, type Touched } from './touched.ts';

/** A change by another person, without the author, who is in the log. */
export interface ChangedItem {
  id: string;
  type: ItemType | 'folder' | 'task';
  /** Null for types without versions. */
  versionCount: number | null;
}

export interface SeenChanges {
  /** Touched items that a person sees at this instant, in the trash too. Rejects if the store fails. */
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

/** Open requests for one person, from all their streams since the last look. */
interface Asked {
  person: Person;
  touched: Touched;
  answer: PromiseWithResolvers<ChangedItem[]>;
}

/** Pause between queries, so that many changes, and all streams of one person, share one query. */
const restMs = 100;
/** Maximum items in one query, for which other calls wait. */
const maxAtOnce = 200;

/** Makes one query per person, however many streams they have open, and lets other calls run between two queries. */
export function createSeenChanges({ store, clock, report }: SeenChangesOptions): SeenChanges {
  const waiting = new Map<string, Asked>();
  const looking = createCoalescedTask({ run: look, report, restMs });

  async function look(): Promise<void> {
    // The person's other streams receive the same rows in this turn.
    await nextTurn();
    const subjectsOf = createSubjectsReader(store);
    for (const [key, { person, touched, answer }] of waiting) {
      waiting.delete(key);
      await seenOf(person, touched, subjectsOf).then(answer.resolve, answer.reject);
      await nextTurn();
    }
  }

  async function seenOf(person: Person, touched: Touched, subjectsOf: SubjectsReader): Promise<ChangedItem[]> {
    const { items, folders, tasks, several } = touched;
    for (const row of several.values()) addSubjects(touched, await subjectsOf(row));
    const seen: ChangedItem[] = Array.from(tasks, (id) => ({ id, type: 'task', versionCount: null }));
    for (const ids of partsOf([...items])) seen.push(...(await store.read(() => seenItems(person, ids))));
    for (const ids of partsOf([...folders])) seen.push(...(await store.read(() => seenFolders(person, ids))));
    return seen;
  }

  function* seenItems(person: Person, ids: readonly string[]): Op<ChangedItem[]> {
    const viewer = yield* viewing(person);
    return viewer ? yield* store.visibilityChecks.items(viewer, ids) : [];
  }

  function* seenFolders(person: Person, ids: readonly string[]): Op<ChangedItem[]> {
    const viewer = yield* viewing(person);
    const seen = viewer ? yield* store.visibilityChecks.folders(viewer, ids) : [];
    return seen.map((id) => ({ id, type: 'folder', versionCount: null }));
  }

  /** The person's view at this instant. Undefined if they no longer belong to the organization. */
  function* viewing(person: Person) {
    try {
      const now = clock();
      return viewerOf(yield* findCaller(store, { type: 'person', ...person }, now), now);
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

function* partsOf(ids: readonly string[]): Generator<string[]> {
  for (let from = 0; from < ids.length; from += maxAtOnce) yield ids.slice(from, from + maxAtOnce);
}
