/** What a worker tells the primary. Only its life and figures pass between them: limits, keys, log and versions are the database's. */
export type FromWorker = { kind: 'listening' } | { kind: 'failed'; message: string } | MetricsMessage;

/** What the primary tells a worker; to stop, it sends SIGTERM. */
export type FromPrimary = { kind: 'retire' } | MetricsMessage;

export type MetricsMessage = { kind: 'metrics_wanted'; id: number } | { kind: 'metrics'; id: number; text: string };
