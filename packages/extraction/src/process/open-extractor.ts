import os from 'node:os';
import {
  createCallerQueue,
  type Extracted,
  maxExtractedBytes,
  minuteMs,
  secondMs,
  type TextFailure,
  type TextSource,
} from '@gatehouse/domain';
import { createMessageReader } from './message-reader.ts';
import type { ExtractionReply } from './messages.ts';
import { type ProcessUsage, usageOf } from './process-usage.ts';
import { type Child, startChild } from './start-child.ts';

/** A file to read: its bytes come piece by piece, so that the gateway never holds all of them. */
export interface ExtractionJob {
  source: TextSource;
  sizeBytes: number;
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
}

export interface Extractor {
  /** Rejects only for what is no fault of the file: bytes that do not come, a process that does not start, or too many waiting jobs. */
  extract(job: ExtractionJob, caller: string): Promise<Extracted>;
  /** Ends the process; a job that is under way is rejected. */
  close(): Promise<void>;
}

export interface ExtractorOptions {
  /** Made where too many jobs of a caller wait. */
  refuse: () => Error;
  /** Processor time of one job. Milliseconds. */
  processorMs?: number;
  /** Time of one job by the clock, whatever else the machine has to do. Milliseconds. */
  patienceMs?: number;
  residentBytes?: number;
  /** Milliseconds between two looks at the process. Elsewhere than on Linux, each look takes a process of its own. */
  lookMs?: number;
  /** A process that had nothing to do for this long is ended. Milliseconds. */
  idleMs?: number;
  start?: () => Child;
}

const mebibyte = 1024 * 1024;

/** One process, which starts with the first job, reads one file at a time, and ends when there are no more. Callers take turns. // D75 */
export function openExtractor({
  refuse,
  processorMs = 20 * secondMs,
  patienceMs = minuteMs,
  residentBytes = 512 * mebibyte,
  lookMs = process.platform === 'linux' ? 50 : 500,
  idleMs = 10 * secondMs,
  start = startChild,
}: ExtractorOptions): Extractor {
  const queue = createCallerQueue('extractions', refuse);
  let child: RunningChild | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function extractOnChild(job: ExtractionJob): Promise<Extracted> {
    clearTimeout(idle);
    if (isClosed) throw new Error('no text is extracted any more: the gateway is stopping');
    const used = (child ??= runChild(start));
    const before = await used.usage();
    const began = performance.now();
    let isLooking = false;
    const look = setInterval(async () => {
      if (isLooking) return;
      isLooking = true;
      const now = await used.usage();
      isLooking = false;
      const isSlow = performance.now() - began > patienceMs || (now?.processorMs ?? 0) - (before?.processorMs ?? 0) > processorMs;
      if (isSlow) used.end('too_slow');
      else if ((now?.residentBytes ?? 0) > residentBytes) used.end('too_much_memory');
    }, lookMs);
    try {
      return await used.extract(job);
    } finally {
      clearInterval(look);
      if (used.hasEnded()) child = undefined;
      else idle = setTimeout(() => endChild(), idleMs).unref();
    }
  }

  function endChild(): Promise<void> {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    ended?.end();
    return ended?.ended ?? Promise.resolve();
  }

  return {
    extract: (job, caller) => queue.run(caller, () => extractOnChild(job)),
    close() {
      isClosed = true;
      return endChild();
    },
  };
}

interface RunningChild {
  extract(job: ExtractionJob): Promise<Extracted>;
  usage(): Promise<ProcessUsage | undefined>;
  /** Kills it. With a reason, that becomes of the job under way. */
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

function runChild(start: () => Child): RunningChild {
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
    // A file that ends the process that reads it would do so every time.
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
  // Its end is told by `close`.
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
      // Half a file is no request: a process that got one is of no more use.
      const sending = send(job).catch((error) => {
        reject(error);
        child.kill('SIGKILL');
        isOver = true;
      });
      await Promise.race([promise, sending.then(() => promise)]);
      return await promise;
    },
  };
}

function extractedOf({ state, reason = 'damaged' }: ExtractionReply, body: Buffer): Extracted {
  if (state === 'ready') return { state, text: body.toString('utf8') };
  return state === 'failed' ? { state, reason } : { state: 'none' };
}

/** The calls of the gateway go first. */
function giveWay(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended, or the system does not let us.
  }
}
