/** Keeps calls away from a service that failed repeatedly, and detects its recovery. */
export interface Breaker {
  /** Requests permission for a call. While the service is down, single calls are admitted to try it. */
  admit(): boolean;
  /** True after so many failures that most calls are kept away. */
  isOpen(): boolean;
  succeeded(): void;
  failed(): void;
}

const failuresToOpen = 5;
/** Time after which the next try is admitted, even if the last one still hangs. Milliseconds. */
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
