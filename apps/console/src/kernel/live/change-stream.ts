import type { OutputOf } from '../calls/call.ts';

type ListedCall = OutputOf<'list_activity'>['activity'][number];

/** A call of the log. The stream does not name its item. */
export type LoggedCall = Omit<ListedCall, 'itemName'> & Partial<Pick<ListedCall, 'itemName'>>;

/** Something that another person changed, by a call that this person cannot read in the log. */
export interface ChangedItem {
  id: string;
  type: 'doc' | 'file' | 'skill' | 'folder' | 'task';
  versionCount: number | null;
}

/** Event in an organization, as far as this person can know it. */
export type Change =
  | { kind: 'rows'; rows: LoggedCall[] }
  | { kind: 'items'; items: ChangedItem[] }
  | { kind: 'skipped'; count: number }
  | { kind: 'opened' };

/** Message to the windows without the stream: events, and the position in the log after them. */
interface Passed {
  changes: Change[];
  position: string;
}

/** Messages between windows: events, the state of the stream, and the question of a new window. */
type Message = Passed | { isOpen: boolean } | 'is it open?';

export interface FollowOptions {
  tell: (change: Change) => void;
  /** Called with true when the stream is open, and with false when it breaks. */
  tellOpen?: (isOpen: boolean) => void;
  /** The gateway, or something before it, has refused the stream. */
  tellRefused?: () => void;
  /** Position in the log up to which this window knows everything, from before its requests. */
  from?: string | undefined;
}

const againAfterMs = 2000;

/**
 * Reports every call when it is answered, and changes by others, from one stream for all windows of this browser. The first visible window
 * holds the stream and passes events on. Hidden windows hold none. The next stream, in this window or another, continues at the last
 * position. If that is impossible, because there is no position or too much was missed, `opened` reports that earlier answers may be stale.
 */
export function followChanges(orgId: string, { tell, tellOpen = () => {}, tellRefused = () => {}, from }: FollowOptions): () => void {
  const name = `gatehouse changes ${orgId}`;
  const channel = new BroadcastChannel(name);
  let position = from;
  let held: AbortController | undefined;
  /** Undefined in a window that does not hold the stream. */
  let isOwnOpen: boolean | undefined;
  const post = (message: Message) => channel.postMessage(message);

  function tellOwn(isOpen: boolean): void {
    if (isOwnOpen === isOpen) return;
    isOwnOpen = isOpen;
    tellOpen(isOpen);
    post({ isOpen });
  }

  function take(passed: Passed): void {
    position = passed.position;
    passed.changes.forEach(tell);
  }

  const hold = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const pass = (passed: Passed) => {
        take(passed);
        post(passed);
      };
      const stop = openStream(orgId, { position: () => position, pass, tellOpen: tellOwn, tellRefused });
      signal.addEventListener('abort', () => {
        stop();
        tellOwn(false);
        isOwnOpen = undefined;
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

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'is it open?') {
      if (isOwnOpen !== undefined) post({ isOpen: isOwnOpen });
    } else if ('isOpen' in data) {
      if (isOwnOpen === undefined) tellOpen(data.isOpen);
    } else take(data);
  };
  post('is it open?');
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    held?.abort();
    channel.close();
  };
}

/**
 * Lets one window after another hold the stream. Browsers have locks only for pages over https or from this machine. On other pages, each
 * window holds a stream.
 */
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
  /** Number of rows left out. */
  skipped: number;
  /** True if items were left out. */
  hasMore: boolean;
}

/** Readers of the gateway's events. Each event has a position. */
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

interface StreamOptions {
  position: () => string | undefined;
  pass: (passed: Passed) => void;
  tellOpen: (isOpen: boolean) => void;
  tellRefused: () => void;
}

function openStream(orgId: string, { position, pass, tellOpen, tellRefused }: StreamOptions): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    const after = position();
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
    source = new EventSource(`/app/api/${encodeURIComponent(orgId)}/changes${query}`);
    for (const [event, read] of Object.entries(readers)) {
      source.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => {
        // Delivers first, so that a listener that receives "open" has everything.
        pass({ changes: read(data), position: lastEventId });
        tellOpen(true);
      });
    }
    source.onerror = () => {
      tellOpen(false);
      // The browser tries again automatically after a break, but not after a refusal.
      if (source.readyState !== EventSource.CLOSED) return;
      tellRefused();
      timer = setTimeout(open, againAfterMs);
    };
  }

  tellOpen(false);
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
