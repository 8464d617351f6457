import { GatewayError } from '../../kernel/errors/errors.ts';
import type { ServicePort } from '../../kernel/ports/service-port.ts';

/** The port of a gateway that runs without connectors: nothing can be connected, and it says so. */
export const noServices: ServicePort = {
  validate: () => [],
  validateApart: async () => [],
  keyArgument: () => undefined,
  call: async () => Promise.reject(notAvailable()),
  discover: async () => Promise.reject(notAvailable()),
  seal: () => {
    throw notAvailable();
  },
  open: () => {
    throw notAvailable();
  },
  findAuthorization: async () => Promise.reject(notAvailable()),
  authorizationAddress: () => {
    throw notAvailable();
  },
  exchangeCode: async () => Promise.reject(notAvailable()),
  revokeAccount: async () => Promise.reject(notAvailable()),
  forget: () => {},
};

function notAvailable(): GatewayError {
  return new GatewayError('service_error', 'this gateway runs without connected services', { reason: 'service_unreachable' });
}
