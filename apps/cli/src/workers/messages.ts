/** What a worker tells the primary. Only its life, figures and cancellations pass between them: limits, keys, log and versions are the database's. */
export type FromWorker = { kind: 'listening' } | { kind: 'failed'; message: string } | MetricsMessage | CancelFromWorker;

/** What the primary tells a worker; to stop, it sends SIGTERM. */
export type FromPrimary = { kind: 'retire' } | MetricsMessage | CancelFromPrimary;

export type MetricsMessage = { kind: 'metrics_wanted'; id: number } | { kind: 'metrics'; id: number; text: string };

/** A client wants calls cancelled, which any worker can have; and how many a worker has of each name. Names are hashes. */
export type CancelFromWorker = { kind: 'cancel_wanted'; names: string[] } | { kind: 'calls'; id: number; counts: number[] };

export type CancelFromPrimary = { kind: 'calls_wanted'; id: number; names: string[] } | { kind: 'cancel'; names: string[] };
