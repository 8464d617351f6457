import type { OutsideCall } from '@gatehouse/core';
import { commonHeaders, type HttpAnswer } from '../answers.ts';
import type { EntranceBindings } from '../bindings.ts';

/** An answer whose call says how far it is: a line of JSON for each step, and then one with the answer itself. */
export interface ProgressLines {
  tell: NonNullable<OutsideCall['onProgress']>;
  /** Whether anything was said: an answer to a call that said nothing is one like every other. */
  hasBegun(): boolean;
  end(answer: Pick<HttpAnswer, 'status' | 'json'>): void;
}

export const progressType = 'application/x-ndjson';

/** Steps between these are left out. Milliseconds. */
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
    // What the call was answered with is JSON already.
    end: ({ status, json }) => void outgoing.end(`{"status":${status},"body":${json}}\n`),
  };
}
