import type { HttpBindings } from '@hono/node-server';

/** Bindings that every route of the HTTP server finds in `c.env`. */
export interface EntranceBindings extends HttpBindings {
  /** Identifies this request in its answer, the activity log and the server's log. // D8 */
  requestId: string;
  /** Aborted when the server begins to drain. Endless streams then end. */
  draining: AbortSignal;
}

export type EntranceEnv = { Bindings: EntranceBindings };
