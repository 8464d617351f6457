/** Keeps calls away from a service that failed again and again, and finds out when it is back. */
export interface Breaker {
  /** Asks to begin a call. While the service is down, one call at a time is let through to try it. */
  admit(): boolean;
  /** It has failed so often that most calls are kept away. */
  isOpen(): boolean;
  succeeded(): void;
  failed(): void;
}

const failuresToOpen = 5;
/** A try that hangs must not keep the next one away for the whole deadline. */
const nextTryMs = 5000;

export function createBreaker(clock: () => number = Date.now): Breaker {
  let failures = 0;
  let triedAt: number | undefined;
  return {
    admit() {
      if (failures < failuresToOpen) return true;
      if (triedAt !== undefined && clock() - triedAt < nextTryMs) return false;
      triedAt = clock();
      return true;
    },
    isOpen: () => failures >= failuresToOpen,
    succeeded() {
      failures = 0;
      triedAt = undefined;
    },
    failed() {
      failures++;
      triedAt = undefined;
    },
  };
}
