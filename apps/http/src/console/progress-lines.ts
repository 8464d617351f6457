import type { OutsideCall } from '@gatehouse/core';
import { commonHeaders, type HttpAnswer } from '../answers.ts';
import type { EntranceBindings } from '../bindings.ts';

/** An answer with progress: a line of JSON for each step, and a last line with the answer itself. */
export interface ProgressLines {
  tell: NonNullable<OutsideCall['onProgress']>;
  /** True if any progress was sent. Otherwise the call gets an ordinary answer. */
  hasBegun(): boolean;
  end(answer: Pick<HttpAnswer, 'status' | 'json'>): void;
}

export const progressType = 'application/x-ndjson';

/** Minimum interval of steps. Steps in between are left out. Milliseconds. */
const everyMs = 200;

export function openProgressLines({ outgoing, requestId }: Pick<EntranceBindings, 'outgoing' | 'requestId'>): ProgressLines {
  let hasBegun = false;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    tell({ progress, total, message }) {
      const now = performance.now();
      if (outgoing.destroyed || now - lastAt < everyMs) return;
      lastAt = now;
      if (!hasBegun) outgoing.writeHead(200, { ...commonHeaders(requestId), 'Content-Type': progressType, 'X-Accel-Buffering': 'no' });
      hasBegun = true;
      outgoing.write(`${JSON.stringify({ progress, total, message })}\n`);
    },
    hasBegun: () => hasBegun,
    // The answer is JSON already.
    end: ({ status, json }) => void outgoing.end(`{"status":${status},"body":${json}}\n`),
  };
}
