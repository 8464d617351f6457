const mebibyte = 1024 * 1024;

/** Limits for running and waiting jobs, in total and for one caller. */
export interface QueueBounds {
  atOnce: number;
  atOnceOfCaller: number;
  /** Places kept for callers with fewer running jobs than this number. It replaces `atOnceOfCaller`. */
  kept?: number;
  waiting: number;
  waitingOfCaller: number;
  /** Maximum wait before a job is refused, in milliseconds. */
  patienceMs?: number;
}

export interface BudgetBounds {
  /** Amount for all holders together. */
  places: number;
  /** Maximum of one holder; a quarter by default. */
  perHolder?: number;
  /** Extra places for holders that have little. If many holders have taken all the rest, an idle one is still served. */
  reserve?: { places: number; perHolder: number };
}

const anyNumber = Number.POSITIVE_INFINITY;

/** Queues of jobs, served in turns by caller. // D51 */
export const queues = {
  /** Merges of large texts on a thread. Each holds up to 8 MiB of versions: 104 MiB for all 13. */
  merges: { atOnce: 1, atOnceOfCaller: 1, waiting: 12, waitingOfCaller: 2 },
  /** API documents. Fetching one takes up to 32 MB, and reading it needs a thread. */
  documents: { atOnce: 2, atOnceOfCaller: 1, waiting: 32, waitingOfCaller: 2 },
  /** Files that text is extracted from, in one process (D75). Bytes pass through in pieces. */
  extractions: { atOnce: 1, atOnceOfCaller: 1, waiting: 16, waitingOfCaller: 4 },
  /**
   * Connections to Postgres. The last quarter is kept for callers that hold at most a quarter, so that slow calls cannot hold all
   * connections.
   */
  connections: { atOnce: 16, atOnceOfCaller: 12, kept: 4, waiting: anyNumber, waitingOfCaller: anyNumber },
  /** Arguments that are checked on threads: one call of a caller at a time. */
  checks: { atOnce: anyNumber, atOnceOfCaller: 1, waiting: anyNumber, waitingOfCaller: anyNumber },
  checksOfThread: { atOnce: 1, atOnceOfCaller: 1, waiting: anyNumber, waitingOfCaller: anyNumber },
} as const satisfies Record<string, QueueBounds>;

/** Queues that serve callers by the time that they have used. */
export const fairQueues = ['commits'] as const;

/** Memory and places with a maximum for each holder. These are the sizes of a standard gateway. // D51 */
export const budgets = {
  /** Sockets, by address. */
  sockets: { places: 10_000 },
  /** Requests that wait for the first byte of their answer, by key and by address. */
  requests: { places: 1000, reserve: { places: 250, perHolder: 4 } },
  /** Open streams, by key and by address. Each takes about 50 KB. */
  streams: { places: 4000 },
  bodies: { places: 1000 },
  bodyBytes: { places: 256 * mebibyte },
  /** Downloads in progress, by person. */
  downloads: { places: 64, perHolder: 16 },
  /** Bytes of downloads in memory. For a slow client this is a piece of its file, or a whole text. */
  downloadBytes: { places: 256 * mebibyte },
  /** Bytes of API documents that were given as text and wait to be read. The largest has 32 MiB. */
  documentBytes: { places: 128 * mebibyte, perHolder: 32 * mebibyte },
  /** Calls in progress to one connected service. */
  serviceCalls: { places: 256 },
} as const satisfies Record<string, BudgetBounds>;

/** Caches of values computed for callers. */
export const caches = {
  /** Results of merges, in characters: a preview, a comparison and the take-back itself need the same results. */
  merges: { room: 16 * mebibyte },
  /** Readers of skills. Beyond this number, the oldest entry is written to the database again early. */
  skillLoads: { room: 10_000 },
} as const satisfies Record<string, { room: number }>;

export type CacheName = keyof typeof caches;
export type QueueName = keyof typeof queues;
export type FairQueueName = (typeof fairQueues)[number];
export type BudgetName = keyof typeof budgets;
