import type { HttpBindings } from '@hono/node-server';

/** What every route of the HTTP server finds in `c.env`. */
export interface EntranceBindings extends HttpBindings {
  /** Names this request in its answer, the activity log and the server's log (D8). */
  requestId: string;
  /** Aborted when the server begins to drain: endless streams end themselves then. */
  draining: AbortSignal;
}

export type EntranceEnv = { Bindings: EntranceBindings };
