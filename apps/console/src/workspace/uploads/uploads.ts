import { CallError } from '../../kernel/calls/call.ts';
import type { NamedFile } from './dropped-files.ts';
import type { SendOptions, Target, WrittenFile } from './send-file.ts';

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed';

/** State of one upload. */
export interface Upload {
  id: number;
  name: string;
  size: number;
  state: UploadState;
  /** Sent part, from 0 to 1. */
  share: number;
  /** Error of a failed upload. */
  error: unknown;
  /** Item created from it. */
  written: WrittenFile | undefined;
}

export interface Uploads {
  list(): readonly Upload[];
  subscribe(listener: () => void): () => void;
  add(orgId: string, files: readonly NamedFile[], target: Target): void;
  retry(id: number): void;
  /** Ends one that is under way, and takes it off the list. */
  remove(id: number): void;
  /** Takes off those that are done. */
  clear(): void;
}

/** Requests to the gateway that leave room for those of the page: a browser opens six to one place. */
const maxAtOnce = 3;

/** Pause if the gateway does not state one. */
const restSeconds = 10;

interface Job extends NamedFile {
  orgId: string;
  target: Target;
  abort: AbortController;
}

/** Sends files a few at a time, and continues while the person moves between pages. */
export function createUploads(send: (options: SendOptions) => Promise<WrittenFile>): Uploads {
  const jobs = new Map<number, Job>();
  const listeners = new Set<() => void>();
  let list: readonly Upload[] = [];
  let nextId = 1;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function show(next: readonly Upload[]): void {
    list = next;
    for (const listener of listeners) listener();
  }

  function set(id: number, change: Partial<Upload>): void {
    show(list.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  /** Pauses after the calls of a minute were used up. The rest continues by itself. */
  function rest(seconds = restSeconds): void {
    resting ??= setTimeout(() => {
      resting = undefined;
      startNext();
    }, seconds * 1000);
  }

  function startNext(): void {
    if (resting !== undefined) return;
    const sending = list.filter(({ state }) => state === 'sending').length;
    const waiting = list.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, maxAtOnce - sending));
    for (const { id } of waiting) set(id, { state: 'sending' });
    for (const { id } of waiting) void sendOne(id);
  }

  async function sendOne(id: number): Promise<void> {
    const job = jobs.get(id);
    if (!job) return;
    const { orgId, file, name, target, abort } = job;
    try {
      const written = await send({ orgId, file, name, target, signal: abort.signal, progress: (share) => set(id, { share }) });
      jobs.delete(id);
      set(id, { state: 'done', share: 1, written });
    } catch (error) {
      if (error instanceof CallError && error.code === 'rate_limited') {
        set(id, { state: 'waiting', share: 0 });
        rest(error.retryAfterSeconds);
      } else set(id, { state: 'failed', error });
    }
    startNext();
  }

  return {
    list: () => list,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(orgId, files, target) {
      const added = files.map(({ file, name }): Upload => {
        const id = nextId++;
        jobs.set(id, { orgId, file, name, target, abort: new AbortController() });
        return { id, name, size: file.size, state: 'waiting', share: 0, error: undefined, written: undefined };
      });
      show([...list, ...added]);
      startNext();
    },
    retry(id) {
      const job = jobs.get(id);
      if (!job || list.find((upload) => upload.id === id)?.state !== 'failed') return;
      job.abort = new AbortController();
      set(id, { state: 'waiting', share: 0, error: undefined });
      startNext();
    },
    remove(id) {
      const job = jobs.get(id);
      jobs.delete(id);
      show(list.filter((upload) => upload.id !== id));
      job?.abort.abort();
    },
    clear: () => show(list.filter(({ state }) => state !== 'done')),
  };
}
