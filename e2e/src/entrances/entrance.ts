import { type ErrorCode, statusOf } from '@gatehouse/core';
import type { Loose, World } from '../kit/world.ts';

/** Answer to one call, independent of the entrance. */
export interface Reply {
  code: 'ok' | ErrorCode;
  reason?: string | undefined;
  message?: string | undefined;
  /** The tool's result. */
  value?: Loose;
  requestId?: string | undefined;
  /** Seconds after which a call is worth another try: one that was beyond the limit, or found the gateway or the database not available. */
  retryAfter?: number | undefined;
  /** Everything received, to search it for text that must not be in it. */
  raw: string;
  /** True if the answer was given to an earlier call with the same idempotency key (D70). */
  isReplay?: boolean;
  /** Headers. Only HTTP reports the limit with every answer. */
  headers?: Headers;
}

export interface CallOptions {
  /** Undefined for a call without a key. */
  key?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** One way into a gateway. */
export interface Entrance extends AsyncDisposable {
  call(tool: string, input: unknown, options: CallOptions): Promise<Reply>;
}

export interface EntranceKind {
  name: string;
  /** Name in the activity log. */
  tag: 'http' | 'mcp';
  open(world: World): Entrance;
}

/** Name of every test client, so that rows of the log can be compared (D15). */
export const testClient = { name: 'gatehouse-e2e', version: '1.0' };
export const userAgent = `${testClient.name}/${testClient.version}`;

export function errorReply(error: Loose, raw: string): Reply {
  if (!(error.code in statusOf)) throw new Error(`no code of the contract: ${raw}`);
  return { code: error.code, reason: error.reason, message: error.message, raw };
}
