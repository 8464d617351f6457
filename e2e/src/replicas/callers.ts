import type { AnsweredCall } from '../processes/load.ts';
import { openConnection } from './connection.ts';

export interface Callers {
  readonly answered: readonly AnsweredCall[];
  /** Waits for running calls and returns the results of all. */
  stop(): Promise<CallersOutcome>;
}

export interface CallersOutcome {
  answered: AnsweredCall[];
  /** Unsuccessful answers. */
  refused: { tool: string; status: number; body: string }[];
  /** Calls whose connection broke. */
  broken: number;
  longestMs: number;
}

/**
 * Starts callers that each write a document, one call at a time. After a failed call they continue with the next one, and never repeat it.
 */
export function startCallers({ url, key }: { url: string; key: string }, count: number): Callers {
  const outcome: CallersOutcome = { answered: [], refused: [], broken: 0, longestMs: 0 };
  let isOver = false;

  async function callOn(caller: number): Promise<void> {
    using connection = openConnection(url);
    let itemId: string | undefined;
    for (let turn = 0; !isOver; turn++) {
      const mark = `mark-${caller}-${turn};`;
      const tool = itemId === undefined ? 'create_doc' : 'append_doc';
      const input = itemId === undefined ? { title: 'Under load', bodyMarkdown: mark } : { docId: itemId, text: mark };
      const began = performance.now();
      try {
        const { status, body, requestId } = await connection.call(tool, input, key);
        if (status === 200) {
          itemId ??= body.docId as string;
          outcome.answered.push({ requestId, tool, itemId, version: body.versionCount, mark });
        } else outcome.refused.push({ tool, status, body: JSON.stringify(body) });
      } catch (error) {
        if (!isBroken(error)) throw error;
        outcome.broken++;
      }
      outcome.longestMs = Math.max(outcome.longestMs, performance.now() - began);
    }
  }

  const over = Promise.all(Array.from({ length: count }, (_, caller) => callOn(caller)));
  return {
    answered: outcome.answered,
    async stop() {
      isOver = true;
      await over;
      return outcome;
    },
  };
}

function isBroken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNREFUSED';
}
