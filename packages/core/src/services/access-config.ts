import { z } from 'zod';
import type { JsonObject } from './port.ts';

/** Travels in a header as it is. */
const headerSecret = (description: string) => secret(description).regex(/^[\u0020-\u007e]+$/, { error: 'must be plain ASCII' });
const secret = (description: string) =>
  z.string().min(1).max(20_000).refine(isHeaderText, { error: 'must be one line of printable text' }).describe(description);
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, { error: 'must be the name of an HTTP header' });

/** How a service over HTTP wants to be asked; the marked values are stored encrypted and never shown again. */
export const accessInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('bearer'), token: headerSecret('sent as "Authorization: Bearer …"') }),
  z.strictObject({ type: z.literal('headers'), headers: z.record(headerName, headerSecret('value of the header')) }),
  z.strictObject({ type: z.literal('basic'), username: z.string().max(500), password: secret('password') }),
  z.strictObject({ type: z.literal('api-key'), in: z.enum(['header', 'query']), name: headerName, value: headerSecret('the key') }),
  z.strictObject({
    type: z.literal('client-credentials'),
    tokenUrl: z.string().max(2000).describe("the authorization server's token endpoint"),
    clientId: z.string().min(1).max(500),
    clientSecret: secret('client secret'),
    scope: z.string().max(1000).optional(),
  }),
]);

export type AccessInput = z.output<typeof accessInput>;

/** The same without its secrets, as the configuration of a connection keeps it. */
export const accessShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('bearer') }),
  z.object({ type: z.literal('headers'), names: z.array(z.string()) }),
  z.object({ type: z.literal('basic'), username: z.string() }),
  z.object({ type: z.literal('api-key'), in: z.enum(['header', 'query']), name: z.string() }),
  z.object({ type: z.literal('client-credentials'), tokenUrl: z.string(), clientId: z.string(), scope: z.string().optional() }),
]);

export type Access = z.output<typeof accessShape>;

/** Parts what may be stored readably from what must be encrypted; the names of secrets are those connectors ask for. */
export function splitAccess(input: AccessInput): { access: Access; secrets: Record<string, string> } {
  switch (input.type) {
    case 'none':
      return { access: { type: 'none' }, secrets: {} };
    case 'bearer':
      return { access: { type: 'bearer' }, secrets: { token: input.token } };
    case 'headers': {
      const secrets = Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [`header:${name}`, value]));
      return { access: { type: 'headers', names: Object.keys(input.headers) }, secrets };
    }
    case 'basic':
      return { access: { type: 'basic', username: input.username }, secrets: { password: input.password } };
    case 'api-key':
      return { access: { type: 'api-key', in: input.in, name: input.name }, secrets: { value: input.value } };
    case 'client-credentials': {
      const { tokenUrl, clientId, scope } = input;
      return { access: { type: 'client-credentials', tokenUrl, clientId, scope }, secrets: { clientSecret: input.clientSecret } };
    }
    default:
      return input satisfies never;
  }
}

/** The access a stored configuration names; configurations are only ever written from `splitAccess`. */
export function accessOf(config: JsonObject): Access {
  return (config.access as Access | undefined) ?? { type: 'none' };
}

function isHeaderText(text: string): boolean {
  return !/[\u0000-\u001f\u007f]/.test(text);
}
