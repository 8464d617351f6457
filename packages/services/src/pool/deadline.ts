import { noAnswerWithin, ServiceFailure } from '../failure.ts';

export interface Deadline {
  /** Aborts when the time is over or the caller has gone. */
  signal: AbortSignal;
  /** Waits for work, but not longer. */
  race<T>(work: Promise<T>): Promise<T>;
  end(): void;
}

/**
 * Gives work a time limit and an end when its caller goes away. `milliseconds` is what is left, `namedMs` what the message says.
 */
export function createDeadline(milliseconds: number, namedMs: number, signal: AbortSignal): Deadline {
  const controller = new AbortController();
  let giveUp: (error: Error) => void = () => {};
  const expired = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  // Where nothing is raced any more, its end is no fault.
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
  return new ServiceFailure('failed', 'was not waited for: the caller went away');
}
