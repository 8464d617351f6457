import { listedSchema } from './checking/listed-schema.ts';
import { keyArgument } from './connectors/openapi/key-argument.ts';
import { authorizationAddress } from './credentials/authorization/authorization-address.ts';
import type { Services, ServicesOptions } from './services.ts';

/** Loads the connectors with their libraries, for a gateway that serves: its first call must not wait for them. */
export async function openServices(options: ServicesOptions): Promise<Services> {
  const { createServices } = await import('./services.ts');
  return createServices(options);
}

/**
 * Loads the connectors on first use, for commands. Most commands reach no service, and the libraries take a quarter of a command's time to
 * load. Until then `validate` leaves every check to `validateApart`.
 */
export function createLazyServices(options: ServicesOptions): Services {
  let opening: Promise<Services> | undefined;
  let opened: Services | undefined;
  const open = async (): Promise<Services> => (opened = await (opening ??= openServices(options)));
  return {
    validate: (tool, given) => opened?.validate(tool, given),
    validateApart: async (tool, given, call) => (await open()).validateApart(tool, given, call),
    listedSchema,
    keyArgument,
    call: async (request) => (await open()).call(request),
    discover: async (target, call) => (await open()).discover(target, call),
    seal: options.box.seal,
    open: options.box.open,
    authorizationAddress,
    findAuthorization: async (target, wanted, call) => (await open()).findAuthorization(target, wanted, call),
    exchangeCode: async (target, answered, call) => (await open()).exchangeCode(target, answered, call),
    revokeAccount: async (target, tokens, call) => (await open()).revokeAccount(target, tokens, call),
    forget: (connectionId, accountId) => opened?.forget(connectionId, accountId),
    async close() {
      await (await opening)?.close();
    },
  };
}

/** Reads the description of an API from a file or a folder, with the files that it refers to. The reader is loaded on first use. */
export async function readDescription(given: string): Promise<string> {
  const { readDescription: read } = await import('./connectors/openapi/read-folder.ts');
  return await read(given);
}
