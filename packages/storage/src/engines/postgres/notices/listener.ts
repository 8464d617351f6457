import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '@gatehouse/domain';
import type pg from 'pg';
import { createHearingTrial, Unheard } from './hearing-trial.ts';
import { type ListeningConnection, openListening } from './listening-connection.ts';
import type { ListenerTiming } from './notice-timing.ts';

export interface Listener {
  /** Starts listening, once. */
  start(): void;
  /** Announces to other processes that this one waits for a bucket. Each call needs its `release`. Resolves after the announcement. */
  hold(bucket: number): Promise<void>;
  release(bucket: number): void;
  /** False while notices do not come. */
  readonly hears: boolean;
  close(): Promise<void>;
}

export interface ListenerOptions {
  config: pg.ClientConfig;
  received: (payload: string) => void;
  /** Called after each reconnect, because notices in between are lost. */
  missed: () => void;
  /** Sends a notice on a connection other than the listening one. */
  send: (payload: string) => Promise<void>;
  /** Reports why notices have not come for a while, and reports undefined when they come again. */
  report: (fault: Error | undefined) => void;
  timing?: Partial<ListenerTiming> | undefined;
}

const defaultTiming: ListenerTiming = {
  tryEveryMs: 5000,
  tryPatienceMs: 3000,
  shortestPauseMs: 100,
  maxPauseMs: 10_000,
  unheardPauseMs: minuteMs,
  quietFailures: 6,
};

/** Keeps one listening connection. It opens with the first subscriber, and reopens whenever it breaks. */
export function createListener({ config, received, missed, send, report, timing }: ListenerOptions): Listener {
  const { tryEveryMs, tryPatienceMs, shortestPauseMs, maxPauseMs, unheardPauseMs, quietFailures } = { ...defaultTiming, ...timing };
  const trial = createHearingTrial(send, tryPatienceMs);
  const held = new Map<number, number>();
  const stop = new AbortController();
  let connection: ListeningConnection | undefined;
  let hears = false;
  let isReported = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (let failures = 1; ; failures++) {
      const { fault, heard } = await listen();
      if (stop.signal.aborted) return;
      if (heard) failures = 1;
      // Notices that never came point to a pooler. Notices that stopped coming point to the network.
      const behindPooler = fault instanceof Unheard && !heard;
      if (behindPooler || failures > quietFailures) reportOnce(fault);
      await rest(behindPooler ? unheardPauseMs : Math.min(maxPauseMs, shortestPauseMs * 2 ** (failures - 1)));
    }
  }

  /** Listens until the connection breaks. Resolves with the fault, and with `heard` if notices had come. */
  async function listen(): Promise<{ fault: unknown; heard: boolean }> {
    let heard = false;
    try {
      connection = await openListening(config, (payload) => trial.take(payload) || received(payload), stop.signal);
      await Promise.all([...held].map(([bucket, times]) => connection?.lock(bucket, times)));
      await Promise.race([trial.make(), failWhen(connection.broken)]);
      heard = hears = true;
      reportOnce(undefined);
      // Call this only now: notices of later commits will arrive.
      missed();
      await Promise.race([keepTrying(), failWhen(connection.broken)]);
      return { fault: undefined, heard };
    } catch (fault) {
      return { fault, heard };
    } finally {
      hears = false;
      await connection?.end();
      connection = undefined;
    }
  }

  async function keepTrying(): Promise<void> {
    while (!stop.signal.aborted) {
      await rest(tryEveryMs);
      if (!stop.signal.aborted) await trial.make();
    }
  }

  function reportOnce(fault: unknown): void {
    if (isReported === (fault !== undefined)) return;
    isReported = fault !== undefined;
    report(fault === undefined || fault instanceof Error ? fault : new Error(String(fault)));
  }

  async function rest(milliseconds: number): Promise<void> {
    // Spreads the reconnects of many processes after the server is back.
    const spread = milliseconds * (0.75 + Math.random() / 4);
    await pause(spread, undefined, { signal: stop.signal, ref: false }).catch(() => {});
  }

  return {
    start() {
      running ??= run();
    },
    async hold(bucket) {
      held.set(bucket, (held.get(bucket) ?? 0) + 1);
      // Without a connection nothing is to be done: the next one begins with all locks.
      await connection?.lock(bucket);
    },
    release(bucket) {
      const others = (held.get(bucket) ?? 1) - 1;
      if (others > 0) held.set(bucket, others);
      else held.delete(bucket);
      connection?.unlock(bucket);
    },
    get hears() {
      return hears;
    },
    async close() {
      stop.abort();
      // Closing the connection also ends a trial in flight, which can no longer get an answer.
      await connection?.end();
      await running;
    },
  };
}

async function failWhen(broken: Promise<Error>): Promise<never> {
  throw await broken;
}
