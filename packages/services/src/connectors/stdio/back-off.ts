import { minuteMs } from '@gatehouse/domain';
/**
 * Delays the restart of a child that dies. It restarts immediately after a good life or the first early death, then 1, 2, 4 … 60 seconds
 * after each further early death.
 */
export interface BackOff {
  /** Time to wait before the next start. Milliseconds. */
  waitMs(): number;
  started(): void;
  ended(): void;
}

const goodLifeMs = minuteMs;
const maxWaitMs = minuteMs;

export function createBackOff(clock: () => number = Date.now): BackOff {
  let earlyDeaths = 0;
  let startedAt = 0;
  let endedAt = 0;
  let lives = false;
  return {
    waitMs() {
      if (earlyDeaths < 2) return 0;
      return Math.max(0, endedAt + Math.min(maxWaitMs, 1000 * 2 ** (earlyDeaths - 2)) - clock());
    },
    started() {
      startedAt = clock();
      lives = true;
    },
    ended() {
      if (!lives) return;
      lives = false;
      endedAt = clock();
      earlyDeaths = endedAt - startedAt < goodLifeMs ? earlyDeaths + 1 : 0;
    },
  };
}
