import { setTimeout as pause } from 'node:timers/promises';

/** Thrown if a notice was sent but did not arrive. */
export class Unheard extends Error {
  constructor() {
    super('a notification sent to this process did not arrive; run a pooler in front of Postgres in session mode, or bypass it');
  }
}

export interface HearingTrial {
  /** Resolves when a notice that is sent now has arrived. Rejects with Unheard if it is late, and with the error if it cannot be sent. */
  make(): Promise<void>;
  /** True if the notice belongs to a trial, of any process. */
  take(payload: string): boolean;
}

/**
 * Tests if notices arrive, by sending one. With a pooler in between or after a network cut, this is the only way to detect lost notices.
 */
export function createHearingTrial(send: (payload: string) => Promise<void>, patienceMs: number): HearingTrial {
  const awaited = new Map<string, () => void>();
  return {
    async make() {
      const payload = `try ${crypto.randomUUID()}`;
      const come = Promise.withResolvers<void>();
      const over = new AbortController();
      awaited.set(payload, come.resolve);
      try {
        await send(payload);
        const late = pause(patienceMs, 'late', { signal: over.signal, ref: false }).catch(() => 'heard');
        if ((await Promise.race([come.promise, late])) === 'late') throw new Unheard();
      } finally {
        over.abort();
        awaited.delete(payload);
      }
    },
    take(payload) {
      if (!payload.startsWith('try ')) return false;
      awaited.get(payload)?.();
      return true;
    },
  };
}
