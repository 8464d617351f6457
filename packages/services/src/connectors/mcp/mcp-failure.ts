import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { brokeOff, httpFailure, isOurFault, networkFailure, noAnswerWithin, ServiceFailure } from '../../kernel/failure.ts';
import { objectOf } from '../../kernel/guards.ts';
import type { Redactor } from '../../kernel/redact.ts';
import { brokenOff } from './http-transport.ts';
import { plainText } from './plain-text.ts';

export interface FailureContext {
  redactor: Redactor;
  deadlineMs: number;
  /** True if the service gave this client a session, which it may have lost. */
  hasSession: boolean;
}

/** Converts an error of the MCP client to a failure. Our own faults stay unchanged. */
export function mcpFailure(error: unknown, { redactor, deadlineMs, hasSession }: FailureContext): unknown {
  if (error instanceof ServiceFailure || isOurFault(error)) return error;
  if (error instanceof SdkHttpError) return httpStatusFailure(error, redactor, hasSession);
  if (error instanceof ProtocolError) {
    if (error.code === brokenOff.code && error.message === brokenOff.message) return brokeOff(error);
    return new ServiceFailure('failed', `refused the call; correct it by what it says: ${redactor.quote(error.message) || 'nothing'}`, {
      cause: error,
    });
  }
  if (error instanceof SdkError) return sdkFailure(error, redactor, deadlineMs);
  if (error instanceof Error && error.message === 'Not connected') return lost(error);
  if (error instanceof SyntaxError || (error instanceof Error && error.name.includes('ZodError'))) return garbage(error);
  return networkFailure(error);
}

function httpStatusFailure(error: SdkHttpError, redactor: Redactor, hasSession: boolean): ServiceFailure {
  const text = typeof error.data.text === 'string' ? error.data.text : '';
  const isLostSession = hasSession && (error.status === 404 || (error.status === 400 && /session/i.test(text)));
  if (isLostSession) return lost(error);
  return httpFailure(error.status, redactor.quote(plainText(redactor.text(text))), null);
}

function sdkFailure(error: SdkError, redactor: Redactor, deadlineMs: number): ServiceFailure {
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return noAnswerWithin(deadlineMs);
    case SdkErrorCode.NotConnected:
      return lost(error);
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.SendFailed:
      return brokeOff(error);
    case SdkErrorCode.ClientHttpUnexpectedContent:
    case SdkErrorCode.InvalidResult:
      return garbage(error);
    case SdkErrorCode.EraNegotiationFailed:
      return error.cause instanceof Error ? networkOr(error.cause, garbage(error)) : networkOr(error.data, garbage(error));
    default:
      return new ServiceFailure('failed', `cannot be used this way; ask a manager of the connection: ${redactor.quote(error.message)}`, {
        cause: error,
      });
  }
}

function networkOr(cause: unknown, otherwise: ServiceFailure): ServiceFailure {
  const inner = cause instanceof Error ? cause : objectOf(cause)?.cause;
  if (!(inner instanceof Error)) return otherwise;
  return inner instanceof SyntaxError ? otherwise : networkFailure(inner);
}

export function lost(cause: Error): ServiceFailure {
  return new ServiceFailure('failed', 'no longer knows this session; call again', { neverRan: true, lostConnection: true, cause });
}

export function garbage(cause: Error): ServiceFailure {
  return new ServiceFailure('failed', 'returned an answer that is not MCP; it may be down or moved, so check its address', {
    cause,
  });
}
