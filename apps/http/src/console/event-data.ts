import type { ChangedItem, DeliveredPart, FeedBeginning } from '@gatehouse/core';
import type { EventStream, OpenEvent } from './event-stream.ts';
import type { RowRateLimiter } from './row-rate-limiter.ts';

/** Maximum changed items that a browser gets after an absence. Beyond it, the browser requests everything that it shows. */
const maxMissedItems = 200;

/** End of the data of an event `rows`, after its rows. `skipped` counts omitted rows. `hasMore` is true if items were omitted. */
function tail(items: readonly string[], { skipped, hasMore }: { skipped: number; hasMore: boolean }): string {
  return `],"items":[${items.join()}],"skipped":${skipped},"hasMore":${hasMore}}`;
}

/** The data of an event `rows`, with as many rows and items as the gate allows. Undefined if there is nothing to send. */
export function dataOf({ rows, items }: DeliveredPart, gate: RowRateLimiter<string>): string | undefined {
  const [shown, seen] = [gate.take(rows), gate.take(items.map(textOf))];
  if (rows.length + items.length === 0) return undefined;
  return `{"rows":[${shown.through.join()}${tail(seen.through, { skipped: shown.skipped, hasMore: seen.skipped > 0 })}`;
}

/**
 * Rows and items that a browser missed, as one event of any length. So the browser gets either all missed rows with the position, or
 * nothing.
 */
export interface MissedEvent {
  /** False if the browser no longer reads. */
  add(part: DeliveredPart): Promise<boolean>;
  /** False if the event was begun but must be dropped. */
  close(how: FeedBeginning, position: string): boolean;
}

export function createMissedEvent(stream: EventStream): MissedEvent {
  const items = new Map<string, ChangedItem>();
  let event: OpenEvent | undefined;

  return {
    async add(part) {
      for (const item of part.items) items.set(item.id, item);
      const isFirst = event === undefined;
      if (part.rows.length === 0) return true;
      event ??= stream.open('rows');
      return await event.add(`${isFirst ? '{"rows":[' : ','}${part.rows.join()}`);
    },
    close(how, position) {
      if (how === 'resync') return event === undefined;
      const hasMore = items.size > maxMissedItems;
      const rest = tail(hasMore ? [] : Array.from(items.values(), textOf), { skipped: 0, hasMore });
      if (event) event.close(rest, position);
      else if (items.size > 0) stream.send({ event: 'rows', data: `{"rows":[${rest}`, id: position });
      return true;
    },
  };
}

function textOf(item: ChangedItem): string {
  return JSON.stringify(item);
}
