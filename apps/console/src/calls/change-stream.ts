import type { OutputOf } from './call.ts';

export type LoggedCall = OutputOf<'list_activity'>['activity'][number];

/** Something that somebody else has changed, by a call that this person does not read in the log. */
export interface ChangedItem {
  id: string;
  type: 'doc' | 'file' | 'skill' | 'folder' | 'task';
  versionCount: number | null;
}

/** What has just happened in an organization, as far as this person may know. */
export type Change =
  | { kind: 'rows'; rows: LoggedCall[] }
  | { kind: 'items'; items: ChangedItem[] }
  | { kind: 'skipped'; count: number }
  | { kind: 'opened' };

/** To the windows that do not hold the stream: what came, and up to where in the log. */
interface Passed {
  changes: Change[];
  position: string;
}

const againAfterMs = 2000;

/**
 * Tells of every call as it is answered, and of what others change, from one stream for all windows of this browser: the first one that is looked at holds it and
 * passes on what comes. Hidden windows hold none. Whoever opens it again, this window or another, goes on where the last one was; where that
 * cannot be, because nothing was heard before or too much was missed, `opened` says that what was asked for until now may be old.
 * @param from where in the log this window has everything, from before it asked for what it shows
 */
export function followChanges(orgId: string, tell: (change: Change) => void, from?: string): () => void {
  const name = `gatehouse changes ${orgId}`;
  const channel = new BroadcastChannel(name);
  let position = from;
  let held: AbortController | undefined;

  function take(passed: Passed): void {
    position = passed.position;
    passed.changes.forEach(tell);
  }

  const hold = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const pass = (passed: Passed) => {
        take(passed);
        channel.postMessage(passed);
      };
      const stop = openStream(orgId, () => position, pass);
      signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });

  const look = () => {
    if (document.visibilityState === 'hidden') {
      held?.abort();
      held = undefined;
    } else if (!held) {
      held = new AbortController();
      void takeTurn(name, held.signal, hold);
    }
  };

  channel.onmessage = ({ data }: MessageEvent<Passed>) => take(data);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    held?.abort();
    channel.close();
  };
}

/** One window after the other. Browsers have locks for pages that came over https or from this machine; elsewhere each holds its own. */
async function takeTurn(name: string, signal: AbortSignal, hold: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return await hold(signal);
  await navigator.locks
    .request(name, { signal }, () => hold(signal))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}

interface RowsEvent {
  rows: LoggedCall[];
  items: ChangedItem[];
  /** How many rows are left out. */
  skipped: number;
  /** Whether items are. */
  hasMore: boolean;
}

/** What the events of the gateway say; each has its position. */
const readers: Record<string, (data: string) => Change[]> = {
  begun: () => [{ kind: 'opened' }],
  resync: () => [{ kind: 'opened' }],
  continued: () => [],
  position: () => [],
  rows(data) {
    const { rows, items, skipped, hasMore } = JSON.parse(data) as RowsEvent;
    return [
      ...(rows.length > 0 ? [{ kind: 'rows' as const, rows }] : []),
      ...(items.length > 0 ? [{ kind: 'items' as const, items }] : []),
      ...(skipped > 0 ? [{ kind: 'skipped' as const, count: skipped }] : []),
      ...(hasMore ? [{ kind: 'opened' as const }] : []),
    ];
  },
};

function openStream(orgId: string, position: () => string | undefined, pass: (passed: Passed) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    const after = position();
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
    source = new EventSource(`/app/api/${encodeURIComponent(orgId)}/changes${query}`);
    for (const [event, read] of Object.entries(readers)) {
      source.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => pass({ changes: read(data), position: lastEventId }));
    }
    source.onerror = () => {
      // The browser tries again by itself after a break, and not after a refusal.
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, againAfterMs);
    };
  }

  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
