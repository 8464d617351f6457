import { GatewayError, type ServiceFault, serviceError } from '@gatehouse/core';

/** Meaning of a failed request for the connection: `refused` concerns credentials, `unreachable` the network, the others only the call. */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'failed';

/**
 * Reason for a request to a service without a result. Callers may see the message, so it names no addresses or ports. `neverRan` is true
 * only if the service certainly did not begin the work.
 */
export class ServiceFailure extends Error {
  override name = 'ServiceFailure';
  readonly kind: FailureKind;
  readonly neverRan: boolean;
  /** True if the connection can no longer be used. The next call opens a new one. */
  readonly lostConnection: boolean;
  /** Answer to the caller instead of a failure of the service. The service itself has nothing to fix. */
  readonly answer: GatewayError | undefined;

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.neverRan = options.neverRan ?? false;
    this.lostConnection = options.lostConnection ?? false;
    this.answer = options.answer;
  }
}

interface FailureOptions {
  neverRan?: boolean;
  lostConnection?: boolean;
  answer?: GatewayError;
  cause?: unknown;
}

/** Failure of a call that needs an account at the service. A person must connect it first. // D62 */
export function needsAccount(answer: GatewayError): ServiceFailure {
  return new ServiceFailure('refused', 'was not called: an account must be connected first', { answer });
}

const reasonOf: Record<FailureKind, ServiceFault> = {
  refused: 'service_failed',
  failed: 'service_failed',
  timeout: 'service_timeout',
  unreachable: 'service_unreachable',
};

/** The answer to the caller: 502, unless the failure has its own. // D35 */
export function toGatewayError(service: string, failure: ServiceFailure): GatewayError {
  if (failure.answer) return failure.answer;
  return serviceError(reasonOf[failure.kind], `service "${service}" ${failure.message}`, failure);
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EINVAL',
  'ETIMEDOUT',
  'ERR_IP_BLOCKED',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Gives one answer for every failure to connect, so that callers learn nothing about the internal network. // D37 */
export function cannotBeReached(cause?: unknown): ServiceFailure {
  return new ServiceFailure('unreachable', 'cannot be reached; check its address, or try again later', {
    neverRan: true,
    lostConnection: true,
    cause,
  });
}

export function brokeOff(cause?: unknown): ServiceFailure {
  return new ServiceFailure('failed', 'broke off its answer; the call may have taken effect, so check before calling again', {
    lostConnection: true,
    cause,
  });
}

export function noAnswerWithin(milliseconds: number): ServiceFailure {
  const seconds = inSeconds(milliseconds);
  return new ServiceFailure('timeout', `did not answer within ${seconds}; the call may have taken effect, so check before calling again`);
}

/** Timeout while connecting, before any request was sent. */
export function notConnectedWithin(milliseconds: number, cause: unknown): ServiceFailure {
  const message = `did not answer within ${inSeconds(milliseconds)} while connecting; nothing was run, so try again later`;
  return new ServiceFailure('timeout', message, { neverRan: true, lostConnection: true, cause });
}

export function tooLarge(what: string): ServiceFailure {
  return new ServiceFailure('failed', `returned ${what}; request less, for example with a filter or a limit`);
}

export function answerTooLarge(): ServiceFailure {
  return tooLarge('too large an answer');
}

export function tooDeep(): ServiceFailure {
  return new ServiceFailure('failed', 'returned an answer that is nested too deeply; tell the operator of the service');
}

/** Turns an unsuccessful HTTP status into a failure. `text` comes from the service and is already free of secrets. */
export function httpFailure(status: number, text: string, retryAfter: string | null): ServiceFailure {
  const own = text ? `: ${text}` : '';
  if (status === 401 || status === 403) {
    return new ServiceFailure(
      'refused',
      `refused the credentials of this connection (HTTP ${status}); ask a manager of the connection to renew them${own}`,
    );
  }
  if (status === 429) {
    const wait = retryAfter && /^\d{1,6}$/.test(retryAfter) ? `wait ${retryAfter} seconds and call again` : 'wait and call again';
    return new ServiceFailure('failed', `limits its call rate (HTTP 429); ${wait}${own}`);
  }
  if (status >= 300 && status < 400) {
    return new ServiceFailure(
      'failed',
      `redirects to another URL (HTTP ${status}), which is not followed; connect it with its current URL`,
    );
  }
  const todo =
    status >= 500 ? 'check whether the call took effect before calling again' : 'correct the call, or check the address of the connection';
  return new ServiceFailure('failed', `answered with HTTP ${status}; ${todo}${own}`);
}

/** Converts an error of a socket or `fetch` to a failure. An unknown error counts as an answer that broke off. */
export function networkFailure(error: unknown): ServiceFailure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ServiceFailure) return cause;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (
      unreachableCodes.has(code) ||
      code.startsWith('CERT_') ||
      code.startsWith('ERR_TLS') ||
      code.includes('SELF_SIGNED') ||
      code.includes('UNABLE_TO_')
    ) {
      return cannotBeReached(error);
    }
    if (cause instanceof AggregateError) {
      const inner = cause.errors[0];
      if (inner instanceof Error) return networkFailure(inner);
    }
  }
  return brokeOff(error);
}

/** Converts an error for the pipeline: GatewayErrors and our own faults stay unchanged, failures of the service become 502. */
export function asThrown(service: string, error: unknown): unknown {
  const failure = failureOf(error);
  return failure instanceof ServiceFailure ? toGatewayError(service, failure) : failure;
}

/** Converts an error for the log, without its causes, which may quote the service with its secrets. The error code of a socket is kept. */
export function asReported(error: unknown): unknown {
  if (!(error instanceof ServiceFailure)) return error;
  const code = codeOf(error);
  return new Error(`a service ${error.message}${code ? ` (${code})` : ''}`);
}

function codeOf(error: Error): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(cause.code)) return cause.code;
  return undefined;
}

/** Converts an error to a failure of the service. GatewayErrors and our own faults stay unchanged. */
export function failureOf(error: unknown): unknown {
  return error instanceof GatewayError || isOurFault(error) ? error : networkFailure(error);
}

/** Detects bugs of ours. `fetch` throws TypeErrors too, but with a cause. */
export function isOurFault(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) && error.cause === undefined;
}

function inSeconds(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}
