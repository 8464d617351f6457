import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const minuteMs = 60_000;
/** A session may make 600 calls in a minute; one state of a page makes far fewer than the others. */
const maxCalls = 450;
const lookAgainMs = 500;

export interface CallRoom {
  /** Notes a call of the session that its page does not make. */
  count(): void;
  /** Resolves when the session has calls left for a state of a page. */
  wait(): Promise<void>;
}

/** Counts the calls of a page's session, because a program opens pages so fast that the limit would refuse them. */
export function openCallRoom(page: Page): CallRoom {
  let times: number[] = [];
  const count = () => void times.push(performance.now());
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/app/api/')) count();
  });
  return {
    count,
    async wait() {
      for (;;) {
        const since = performance.now() - minuteMs;
        times = times.filter((time) => time > since);
        if (times.length < maxCalls) return;
        await wait(lookAgainMs);
      }
    },
  };
}
