import { isDiskFull, OverdueError, UnavailableError } from '@gatehouse/storage';

/** Error codes of the contract with their HTTP status. This is the only such table. */
export const statusOf = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  internal_error: 500,
  service_error: 502,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** Stable words for programs, finer than the code (D4). This is the only place to add one. */
export const reasons = [
  'unknown_argument',
  'invalid_argument',
  'inexact_number',
  'no_such_item',
  'wrong_type',
  'text_not_found',
  'text_repeated',
  'nothing_to_change',
  'not_text',
  'stale_version',
  'protected_item',
  'too_large',
  'duplicate_name',
  'invalid_skill',
  'invalid_cursor',
  'no_history',
  'wrong_mode',
  'agents_read_only',
  'tool_held',
  'connection_paused',
  'origin_not_confirmed',
  'connect_first',
  'service_sign_in_failed',
  'invalid_service_arguments',
  'service_timeout',
  'service_unreachable',
  'service_failed',
  'outcome_unknown',
  'idempotency_mismatch',
  'malformed_body',
  'overloaded',
  'database_unavailable',
  'disk_full',
  'last_owner',
  'not_a_member',
  'wrong_password',
  'sign_in_again',
  'wrong_passkey',
  'no_passkeys',
  'too_many_tries',
  'link_not_good',
  'no_mail',
  'no_company_sign_in',
  'company_sign_in_failed',
  'company_identity_unknown',
  'company_identity_taken',
  'last_sign_in',
  'already_set_up',
  'cross_site',
] as const;

export type Reason = (typeof reasons)[number];

interface GatewayErrorOptions {
  reason?: Reason | undefined;
  detail?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** A refused or failed call: its code, a finer reason if there is one, and a message written for a model. */
export class GatewayError extends Error {
  override name = 'GatewayError';
  readonly code: ErrorCode;
  readonly reason: Reason | undefined;
  /** Case of a reason, for pages that show more detail than the reason. */
  readonly detail: string | undefined;
  /**
   * Time after which a repetition is worthwhile. In an `internal_error` it means that there is too much to do, or no database, and the
   * status is 503 (D7).
   */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = options.reason;
    this.detail = options.detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return this.code === 'internal_error' && this.retryAfterSeconds !== undefined ? 503 : statusOf[this.code];
  }
}

/** Overload: 503 with Retry-After (D7). Nothing of the call was done. */
export function overloaded(message: string): GatewayError {
  return new GatewayError('internal_error', message, { reason: 'overloaded', retryAfterSeconds: 1 });
}

/** Unknown caller, or one that is no longer valid: 401. */
export function unauthorized(message: string, reason?: Reason): GatewayError {
  return new GatewayError('unauthorized', message, { reason });
}

/** A tool refused the call or its arguments: 400. */
export function refusal(reason: Reason, message: string, detail?: string): GatewayError {
  return new GatewayError('invalid_request', message, { reason, detail });
}

/** Body of every failed answer (D4). */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; reason?: Reason; detail?: string };
}

export function errorBody({
  code,
  message,
  reason,
  detail,
}: Pick<GatewayError, 'code' | 'message' | 'reason'> & { detail?: string | undefined }): ErrorBody {
  return { error: { code, message, ...(reason && { reason }), ...(detail && { detail }) } };
}

/** True for faults that an operator should hear of. Overload has no cause. */
export function isFault({ code, retryAfterSeconds, cause }: GatewayError): boolean {
  return code === 'internal_error' && (retryAfterSeconds === undefined || cause !== undefined);
}

/** Answer for an internal fault. It reveals no internals, only the id for asking about it. */
export function internalError(cause: unknown, requestId: string): GatewayError {
  if (cause instanceof OverdueError) return overdue();
  if (cause instanceof UnavailableError) return databaseUnavailable(cause);
  if (isDiskFull(cause)) return diskFull(cause);
  return new GatewayError(
    'internal_error',
    `the gateway failed to complete this call; try again, and report request ID ${requestId} if it fails again`,
    { cause },
  );
}

/** Overload is not a fault, so it has no cause. */
function overdue(): GatewayError {
  const message = 'too many calls are waiting; nothing was done; try again in a second';
  return new GatewayError('internal_error', message, { reason: 'overloaded', retryAfterSeconds: 1 });
}

function databaseUnavailable(cause: UnavailableError): GatewayError {
  const message = 'the database is currently unavailable; nothing was done; try again in a second';
  return new GatewayError('internal_error', message, { reason: 'database_unavailable', retryAfterSeconds: 1, cause });
}

/** Wait after a full disk. It is longer than other waits, because an operator must free space first. */
const diskFullRetrySeconds = 30;

function diskFull(cause: unknown): GatewayError {
  const message = "the gateway's disk is full; nothing was done; its operator must free space, so try again later";
  return new GatewayError('internal_error', message, { reason: 'disk_full', retryAfterSeconds: diskFullRetrySeconds, cause });
}
