import type { ErrorCode, Reason } from './generated/tools.ts';

/** Codes of the gateway, and of failures before its answer. */
export type FailureCode = ErrorCode | 'connection_lost' | 'timed_out' | 'unreadable_answer';

interface Failure {
  code: FailureCode;
  reason?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Error of a call after its last attempt. */
export class GatehouseError extends Error {
  override name = 'GatehouseError';
  readonly code: FailureCode;
  /** More specific than the code. Later releases of the gateway may add values. */
  readonly reason: Reason | (string & {}) | undefined;
  /** HTTP status. Undefined if no answer came. */
  readonly status: number | undefined;
  /** Identifies the call in the activity log. */
  readonly requestId: string | undefined;
  /** Time to wait before the same call is worth another attempt. Milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { code, reason, status, requestId, retryAfterMs, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.reason = reason;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** True if it failed for one of these reasons. */
  isFor(...reasons: Reason[]): boolean {
    return reasons.some((reason) => reason === this.reason);
  }
}

const codes: Record<ErrorCode, true> = {
  invalid_request: true,
  unauthorized: true,
  forbidden: true,
  not_found: true,
  rate_limited: true,
  service_error: true,
  internal_error: true,
};

/** Creates the error that an answer contains, or `unreadable_answer` if the answer is not from a gateway. */
export function errorOf({ status, headers }: Response, body: unknown): GatehouseError {
  const said = partOf(partOf({ body }, 'body'), 'error');
  const { code, message, reason } = { code: partOf(said, 'code'), message: partOf(said, 'message'), reason: partOf(said, 'reason') };
  const about = { status, requestId: headers.get('x-request-id') ?? undefined, retryAfterMs: retryAfterMs(headers) };
  if (!isErrorCode(code))
    return new GatehouseError(`the answer with status ${status} is not from a gateway`, { code: 'unreadable_answer', ...about });
  return new GatehouseError(String(message), { code, reason: typeof reason === 'string' ? reason : undefined, ...about });
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && code in codes;
}

function partOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

function retryAfterMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
