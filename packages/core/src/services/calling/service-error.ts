import { GatewayError } from '../../kernel/errors/errors.ts';

export type ServiceFault = 'service_timeout' | 'service_unreachable' | 'service_failed';

/** Error of a connected service that failed or refused the call: 502 (D35). The message is shown to callers unchanged. */
export function serviceError(reason: ServiceFault, message: string, cause?: unknown): GatewayError {
  return new GatewayError('service_error', message, { reason, cause });
}
