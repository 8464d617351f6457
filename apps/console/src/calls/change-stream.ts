import type { OutputOf } from './call.ts';

export type LoggedCall = OutputOf<'list_activity'>['activity'][number];

/** What has just happened in an organization, as far as this person may know. */
export type Change = { kind: 'rows'; rows: LoggedCall[] } | { kind: 'skipped'; count: number } | { kind: 'opened' };

const againAfterMs = 2000;

/**
 * Tells of every call as it is answered, from one stream for all windows of this browser: the first one that is looked at holds it and
 * passes on what comes. Hidden windows hold none. `opened` comes whenever it begins: nobody was told of what happened before, and what was
 * asked for meanwhile may be older.
 */
export function followChanges(orgId: string, tell: (change: Change) => void): () => void {
  const name = `gatehouse changes ${orgId}`;
  const channel = new BroadcastChannel(name);
  let held: AbortController | undefined;

  const hold = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const stop = openStream(orgId, (change) => {
        tell(change);
        channel.postMessage(change);
      });
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

  channel.onmessage = ({ data }: MessageEvent<Change>) => tell(data);
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

function openStream(orgId: string, tell: (change: Change) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    source = new EventSource(`/app/api/${encodeURIComponent(orgId)}/changes`);
    source.addEventListener('begun', () => tell({ kind: 'opened' }));
    source.addEventListener('rows', ({ data }: MessageEvent<string>) => tell({ kind: 'rows', rows: JSON.parse(data) }));
    source.addEventListener('skipped', ({ data }: MessageEvent<string>) => tell({ kind: 'skipped', count: Number(data) }));
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
