import type { Subject } from '../../../kernel/notices.ts';

/** Notice of committed rows, sent to the holder of the bucket's lock. One notice has at most 8,000 bytes. */
export interface RowNotice {
  bucket: number;
  subject: Subject;
  orgIds: string[];
}

export interface RowNotices {
  /** Adds an organization whose log has new committed rows. */
  add(orgId: string, changes: boolean): void;
  /** Resolves when everything added was sent. */
  drain(): Promise<void>;
}

const sendEveryMs = 50;
const bucketsOfSubject = 64;
const subjects: Subject[] = ['calls', 'changes'];
/** Identifiers have 32 bytes; Postgres allows 8,000 for a whole notice. */
const maxIds = 200;

/**
 * Assigns an organization to one of the locks that mean "a process waits for this". One lock for each organization would be more than
 * Postgres has room for.
 */
export function bucketOf(subject: Subject, orgId: string): number {
  let hash = 0;
  for (let index = 0; index < orgId.length; index++) hash = (Math.imul(hash, 31) + orgId.charCodeAt(index)) | 0;
  return subjects.indexOf(subject) * bucketsOfSubject + ((hash >>> 0) % bucketsOfSubject);
}

/**
 * Gathers the organizations whose logs have grown. Sends them immediately after a pause, then at most every 50 ms. The transactions do not
 * send them: Postgres lets only one transaction with a notice commit at a time, anywhere on the server, and holds it until it is on the
 * disk. Measured with 32 writers and synchronous commits: 2,000 commits a second, and 660 with a notice in each. A process that dies loses
 * the gathered notices; subscribers check for themselves every few seconds.
 */
export function createRowNotices(send: (notices: RowNotice[]) => Promise<void>): RowNotices {
  let gathered = { calls: new Set<string>(), changes: new Set<string>() };
  let sentAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  function arm(): void {
    if (timer || sending || gathered.calls.size === 0) return;
    const pause = sentAt + sendEveryMs - performance.now();
    timer = setTimeout(flush, Math.max(0, pause)).unref();
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const { calls, changes } = gathered;
    gathered = { calls: new Set(), changes: new Set() };
    sentAt = performance.now();
    sending = send([...noticesOf('calls', calls), ...noticesOf('changes', changes)]).finally(() => {
      sending = undefined;
      arm();
    });
  }

  return {
    add(orgId, changes) {
      gathered.calls.add(orgId);
      if (changes) gathered.changes.add(orgId);
      arm();
    },
    async drain() {
      await sending;
      if (gathered.calls.size > 0) flush();
      await sending;
    },
  };
}

function noticesOf(subject: Subject, orgIds: ReadonlySet<string>): RowNotice[] {
  const buckets = Map.groupBy(orgIds, (orgId) => bucketOf(subject, orgId));
  return [...buckets].flatMap(([bucket, ids]) =>
    Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, part) => ({
      bucket,
      subject,
      orgIds: ids.slice(part * maxIds, (part + 1) * maxIds),
    })),
  );
}
