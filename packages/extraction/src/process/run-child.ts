import os from 'node:os';
import { type Extracted, maxExtractedBytes, type TextFailure } from '@gatehouse/domain';
import type { ExtractionJob } from './extraction-job.ts';
import { createMessageReader } from './message-reader.ts';
import type { ExtractionReply } from './messages.ts';
import { type ProcessUsage, usageOf } from './process-usage.ts';
import type { Child } from './start-child.ts';

/** A process that extracts text, until it ends. */
export interface RunningChild {
  extract(job: ExtractionJob): Promise<Extracted>;
  usage(): Promise<ProcessUsage | undefined>;
  /** Kills the process. If a reason is given, the job under way fails with it. */
  end(reason?: TextFailure): void;
  hasEnded(): boolean;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
}

interface Waiting {
  resolve: (extracted: Extracted) => void;
  reject: (error: Error) => void;
}

const keptWords = 2000;

/** Starts a process. Its errors and its end settle the job under way. */
export function runChild(start: () => Child): RunningChild {
  const { process: child, input, replies, errors } = start();
  let waiting: Waiting | undefined;
  let endedFor: TextFailure | undefined;
  let wasClosed = false;
  let isOver = false;
  let hasStarted = false;
  let lastWords = '';
  const pid = child.pid ?? 0;
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>();
  giveWay(pid);

  function over(error: Error): void {
    isOver = true;
    if (endedFor) waiting?.resolve({ state: 'failed', reason: endedFor });
    else if (/heap out of memory|allocation failed/i.test(lastWords)) waiting?.resolve({ state: 'failed', reason: 'too_much_memory' });
    // A file that ends the process would do so every time.
    else if (hasStarted && !wasClosed) waiting?.resolve({ state: 'failed', reason: 'damaged' });
    else waiting?.reject(error);
    waiting = undefined;
    resolveEnded();
  }

  const read = createMessageReader<ExtractionReply>(maxExtractedBytes + 16, ({ head, body }) => {
    if (head.state === 'started') {
      hasStarted = true;
      return;
    }
    waiting?.resolve(extractedOf(head, body));
    waiting = undefined;
  });
  replies.on('data', (piece: Buffer) => {
    try {
      read(piece);
    } catch (error) {
      waiting?.reject(error instanceof Error ? error : new Error(String(error)));
      child.kill('SIGKILL');
    }
  });
  errors.on('data', (piece: Buffer) => {
    lastWords = (lastWords + piece.toString('utf8')).slice(-keptWords);
  });
  child.once('error', over);
  child.once('close', (code, signal) => over(new Error(`the process that extracts text has ended (${signal ?? code}): ${lastWords}`)));
  // `close` reports the end of the process.
  for (const stream of [input, replies, errors]) stream.on('error', () => {});

  async function send({ source, sizeBytes, bytes }: ExtractionJob): Promise<void> {
    input.write(`${JSON.stringify({ source, sizeBytes })}\n`);
    for await (const piece of bytes) {
      if (isOver) return;
      if (!input.write(piece)) await Promise.race([new Promise((resolve) => input.once('drain', resolve)), ended]);
    }
  }

  return {
    ended,
    hasEnded: () => isOver,
    usage: () => usageOf(pid),
    end(reason) {
      endedFor ??= reason;
      wasClosed = true;
      child.kill('SIGKILL');
    },
    async extract(job) {
      const { promise, resolve, reject } = Promise.withResolvers<Extracted>();
      waiting = { resolve, reject };
      // A process that got half a file cannot be used again.
      const sending = send(job).catch((error) => {
        reject(error);
        child.kill('SIGKILL');
        isOver = true;
      });
      const extracted = await promise;
      await sending;
      return extracted;
    },
  };
}

function extractedOf({ state, reason = 'damaged' }: ExtractionReply, body: Buffer): Extracted {
  if (state === 'ready') return { state, text: body.toString('utf8') };
  return state === 'failed' ? { state, reason } : { state: 'none' };
}

/** Lowers the priority, so that the gateway's calls come first. */
function giveWay(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system does not allow it.
  }
}
