import { noAnswerWithin, ServiceFailure } from '../kernel/failure.ts';

export interface Deadline {
  /** Aborts when the time is over or the caller has left. */
  signal: AbortSignal;
  /** Waits for work until the deadline. */
  race<T>(work: Promise<T>): Promise<T>;
  end(): void;
}

/**
 * Limits the time of work, and ends it if its caller leaves. `milliseconds` is the time left, and `namedMs` the time that the message
 * states.
 */
export function createDeadline(milliseconds: number, namedMs: number, signal: AbortSignal): Deadline {
  const controller = new AbortController();
  let giveUp: (error: Error) => void = () => {};
  const expired = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // Prevents an unhandled rejection after the last race.
  expired.catch(() => {});
  const stop = (error: Error) => {
    giveUp(error);
    controller.abort(error);
  };
  const timer = setTimeout(() => stop(noAnswerWithin(namedMs)), Math.max(1, milliseconds));
  const onAbort = () => stop(goneAway());
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    race: <T>(work: Promise<T>): Promise<T> => Promise.race([work, expired]),
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

export function goneAway(): ServiceFailure {
  return new ServiceFailure('failed', 'was not awaited: the caller disconnected');
}
