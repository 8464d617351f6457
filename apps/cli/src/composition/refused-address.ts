import { GatewayError, type ServicePort } from '@gatehouse/core';

/**
 * Wraps services to name a refused private address to the operator's commands, with the setting that allows it. Callers do not learn the
 * address. // D37
 */
export function tellingOfAddresses<Services extends ServicePort>(services: Services): Services {
  return {
    ...services,
    async discover(...[target, call]: Parameters<ServicePort['discover']>) {
      try {
        return await services.discover(target, call);
      } catch (error) {
        throw call.isOperator ? withSetting(error) : error;
      }
    },
  };
}

function withSetting(error: unknown): unknown {
  const address = refusedAddress(error);
  if (address === undefined || !(error instanceof GatewayError)) return error;
  const { code, reason, message } = error;
  const setting = `GATEHOUSE_ALLOW_PRIVATE_SERVICES=${address}`;
  const told = `${message}: ${address} is a private address; to allow it, start the gateway with ${setting} (or with a range, such as 10.0.0.0/8)`;
  return new GatewayError(code, told, { reason, cause: error });
}

function refusedAddress(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'ERR_IP_BLOCKED') return /IP\(([^)]+)\)/.exec(cause.message)?.[1];
    if (cause instanceof AggregateError) return refusedAddress(cause.errors[0]);
  }
  return undefined;
}
