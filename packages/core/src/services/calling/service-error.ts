import { GatewayError } from '../../kernel/errors/errors.ts';

export type ServiceFault = 'service_timeout' | 'service_unreachable' | 'service_failed';

/** A connected service failed or refused the call: 502 (D35). The message is shown to callers as it is. */
export function serviceError(reason: ServiceFault, message: string, cause?: unknown): GatewayError {
  return new GatewayError('service_error', message, { reason, cause });
}
