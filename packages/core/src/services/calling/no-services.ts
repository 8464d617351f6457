import { GatewayError } from '../../kernel/errors/errors.ts';
import type { ServicePort } from '../../kernel/ports/service-port.ts';

/** Port of a gateway that runs without connectors. Connecting fails with an error that states the reason. */
export const noServices: ServicePort = {
  validate: () => [],
  validateApart: async () => [],
  listedSchema: (schema) => ({ schema }),
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
