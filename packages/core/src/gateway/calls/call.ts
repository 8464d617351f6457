import type { Attempt, Op } from '@gatehouse/storage';
import type {
  ActivityNotes,
  CallEffects,
  Caller,
  CookieChanges,
  Credential,
  NotedLoad,
  Origin,
  Picture,
  RepeatableCall,
} from '../../kernel/context/context.ts';
import type { GatewayError } from '../../kernel/errors/errors.ts';
import type { Outbox } from '../../kernel/mail/post-commit-mail.ts';
import type { CallTrace } from '../../kernel/ports/call-tracing.ts';
import type { OutsideCall } from '../../kernel/ports/outside-call.ts';
import type { Rate } from '../limits/call-limit.ts';
import type { NamedTool } from '../registry/registry.ts';

/** One call from an entrance. All steps except transport happen after this point. */
export interface Call {
  tool: NamedTool;
  credential: Credential;
  origin: Origin;
  requestId: string;
  /** Called after the key, limit, name and access have been checked. Can throw a GatewayError for a malformed body (D1). */
  readArguments: () => unknown;
  argumentBytes: number;
  /** Idempotency key as the caller sent it. Checked only for tools that take one. // D70 */
  idempotencyKey?: unknown;
  /** Stops work outside the process when the caller goes away. */
  signal?: AbortSignal | undefined;
  onProgress?: OutsideCall['onProgress'];
  /** Fair-queue key for a call whose credential has none. */
  share?: string | undefined;
  /** Runs in the transaction of the call, just before its activity row is written. If it throws, nothing of the call is kept. */
  alongside?: ((outcome: Attempt<unknown>) => Op<void>) | undefined;
  /** Set by the gateway if calls are traced. */
  trace?: CallTrace | undefined;
}

export type Answer =
  | {
      ok: true;
      value: unknown;
      /** The value as JSON, serialized once for the log's size and the answer. */
      json: string;
      rate: Rate | undefined;
      /** Cookies for the browser of the call. */
      browser?: CookieChanges | undefined;
      /** Mail to send before the answer leaves. */
      postCommitMail?: Outbox | undefined;
      /** The versions of skills that it returns. */
      loads?: readonly NotedLoad[] | undefined;
      /** Shown over MCP (D24.5). */
      picture?: Picture | undefined;
      isReplay?: boolean | undefined;
    }
  | {
      ok: false;
      error: GatewayError;
      rate: Rate | undefined;
      /** True if this is the answer to the first call with the same idempotency key. */
      isReplay?: boolean | undefined;
    };

/** State of an admitted call in the pipeline. */
export interface AdmittedCall {
  caller: Caller;
  rate: Rate | undefined;
  startedAt: number;
  startedMicros: number;
  notes: ActivityNotes;
  effects: CallEffects;
  /** Idempotency of the call. Undefined for most calls. // D70 */
  repeatable?: RepeatableCall | undefined;
  isReplay?: boolean;
  /** Answer as JSON, if it is needed before the end of the call. */
  json?: string;
}

/** Queue key of an admitted caller for work outside the database. A person and all their agents share one. // D51 */
export function sharerOf({ orgId, personId, session }: Caller): string {
  return personId === null ? (session?.accountId ?? 'operator') : `${orgId} ${personId}`;
}

/** Fair-queue key before authentication. All visitors share one. */
export function shareOf({ credential, share }: Call): string | undefined {
  if (share !== undefined) return share;
  switch (credential.type) {
    case 'key':
      return credential.key;
    case 'token':
    case 'session':
      return credential.token;
    case 'visitor':
      return 'visitors';
    default:
      return undefined;
  }
}
