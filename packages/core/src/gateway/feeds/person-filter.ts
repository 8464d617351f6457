import { actsForAll } from '@gatehouse/domain';
import type { Activity, Store } from '@gatehouse/storage';
import type { Caller } from '../../kernel/context/context.ts';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';
import { shownActivity } from '../activity/shown-activity.ts';
import type { Registry } from '../registry/registry.ts';
import { createFeed, type FeedReader } from './feed.ts';
import { type ChangedItem, createSeenChanges } from './seen-changes.ts';
import { addTouched, isNothing, nothing, type Touched, touchedByOthers } from './touched.ts';

/** Part of the log for one person. */
export interface DeliveredPart {
  /** Calls that they may read, each as JSON in the form of `list_activity`. */
  rows: string[];
  /** Visible items that others changed, by calls that this person cannot read. */
  items: ChangedItem[];
}

/** Like a `FeedReader`, for the parts that one person may see. */
export interface PersonReader extends Required<Pick<FeedReader, 'begin'>> {
  /** Position of this person's browser, from `begin` or `receive` of any process. */
  from?: string | undefined;
  /** `looked` is the number of rows of the log that the part comes from. */
  missed: (part: DeliveredPart & { looked: number }) => Promise<boolean>;
  receive: (part: DeliveredPart, position: string) => void;
  /** Called when new rows cannot be delivered. Nothing more is received, and a reader who reconnects continues from its last position. */
  lost: () => void;
}

/** Filters the feed by person: calls that they can read in the log, and visible items that others changed. */
export interface PersonFilter {
  /** Same as `watch` of the feed. The returned function also waits for the last check of who sees what. */
  watch(caller: Pick<Caller, 'orgId' | 'role'> & { personId: string }, reader: PersonReader): Promise<() => Promise<void>>;
}

export interface PersonFilterOptions {
  store: Store;
  registry: Registry;
  clock: () => number;
  report: (error: unknown) => void;
}

/** Rows that wait for the current check to end. */
interface Waiting {
  rows: string[];
  touched: Touched;
  position: string;
}

export function createPersonFilter({ store, registry, clock, report }: PersonFilterOptions): PersonFilter {
  const feed = createFeed({ store, report });
  const seen = createSeenChanges({ store, clock, report });

  return {
    async watch(caller, reader) {
      let isOver = false;
      let beginnings = 0;
      let waiting: Waiting | undefined;
      const telling = createCoalescedTask({ run: tell, report });
      const touchedOf = (rows: readonly Activity[]) => (actsForAll(caller) ? nothing() : touchedByOthers(registry, caller.personId, rows));
      const seenOf = async (touched: Touched) => (isNothing(touched) ? [] : await seen.of(caller, touched));

      /** Sends a position together with everything before it, so that a caller who returns with it misses nothing. */
      async function tell(): Promise<void> {
        if (!waiting || isOver) return;
        const { rows, touched, position } = waiting;
        waiting = undefined;
        const beginning = beginnings;
        try {
          const items = await seenOf(touched);
          if (!isOver && beginning === beginnings) reader.receive({ rows, items }, position);
        } catch (error) {
          report(error);
          if (isOver) return;
          isOver = true;
          reader.lost();
        }
      }

      async function missed(rows: Activity[]): Promise<boolean> {
        const items = await seenOf(touchedOf(rows));
        return await reader.missed({ rows: shownActivity(caller, rows), items, looked: rows.length });
      }

      const leave = await feed.watch(
        { rows: { orgId: caller.orgId }, notices: 'calls' },
        {
          resume: reader.from === undefined ? undefined : { from: reader.from, missed },
          begin(how, position) {
            // Rows from before a resync may be lost, and their position is older.
            beginnings++;
            waiting = undefined;
            reader.begin(how, position);
          },
          receive(rows, position) {
            if (rows.length === 0) return;
            waiting ??= { rows: [], touched: nothing(), position };
            for (const row of shownActivity(caller, rows)) waiting.rows.push(row);
            addTouched(waiting.touched, touchedOf(rows));
            waiting.position = position;
            telling.trigger();
          },
        },
      );
      return async () => {
        isOver = true;
        await leave();
        await telling.stop();
      };
    },
  };
}
