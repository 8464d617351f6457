import { type ErrorCode, statusOf } from '@gatehouse/core';
import type { Loose, World } from '../kit/world.ts';

/** What a caller learns of one call, whichever entrance it went through. */
export interface Reply {
  code: 'ok' | ErrorCode;
  reason?: string | undefined;
  message?: string | undefined;
  /** The tool's result. */
  value?: Loose;
  requestId?: string | undefined;
  /** Seconds after which a call is worth another try: one that was beyond the limit, or found the gateway or the database not available. */
  retryAfter?: number | undefined;
  /** Everything that came over the wire, for looking for what must not be in it. */
  raw: string;
  /** It says that it is what the first call of its idempotency key was answered (D70). */
  isReplay?: boolean;
  /** HTTP alone tells the limit with every answer. */
  headers?: Headers;
}

export interface CallOptions {
  /** Without it the call is made with no key. */
  key?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** One way into a gateway. */
export interface Entrance extends AsyncDisposable {
  call(tool: string, input: unknown, options: CallOptions): Promise<Reply>;
}

export interface EntranceKind {
  name: string;
  /** As the activity log calls it. */
  tag: 'http' | 'mcp';
  open(world: World): Entrance;
}

/** What every test client calls itself, so that the log's rows can be compared (D15). */
export const testClient = { name: 'gatehouse-e2e', version: '1.0' };
export const userAgent = `${testClient.name}/${testClient.version}`;

export function errorReply(error: Loose, raw: string): Reply {
  if (!(error.code in statusOf)) throw new Error(`no code of the contract: ${raw}`);
  return { code: error.code, reason: error.reason, message: error.message, raw };
}
