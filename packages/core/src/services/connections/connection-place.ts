import { fileArgumentBytes, maxServiceAddress } from '@gatehouse/domain';
import { z } from 'zod';
import { refusal } from '../../kernel/errors/errors.ts';
import { type AccessInput, accessInput, type OAuthAccessInput, splitAccess } from '../../kernel/ports/access-config.ts';
import type { JsonObject } from '../../kernel/ports/service-port.ts';
import { serviceUrl } from '../calling/service-url.ts';

/** Maximum bytes of a given document. */
const maxDocument = 32 * 1024 * 1024;
/** Arguments over HTTP are JSON, which escapes the quotes of a document. */
export const documentArgumentBytes = fileArgumentBytes;

/** Address and authentication of a service over HTTP. */
export const placeFields = {
  kind: z.enum(['mcp-http', 'openapi']),
  url: z.string().max(maxServiceAddress).optional().describe('MCP endpoint, or URL of the OpenAPI document'),
  document: z.string().max(maxDocument).optional().describe('text of the OpenAPI document, as JSON or YAML'),
  baseUrl: z.string().max(maxServiceAddress).optional().describe("base URL of an OpenAPI service; default: the document's first server"),
  confirmOrigins: z
    .array(z.string().max(maxServiceAddress))
    .max(50)
    .optional()
    .describe('other origins of the API, such as "https://upload.example.com", that can receive calls and credentials'),
  access: accessInput.default({ type: 'none' }),
};

const place = z.strictObject(placeFields);

/** Address of a service and access to it. */
export interface ServicePlace {
  config: JsonObject;
  /** Secrets, kept apart from the configuration because they are stored encrypted. */
  secrets: Record<string, string>;
  /** Known facts about the sign-in of people. The service is asked for the rest, which its configuration then contains (D62). */
  signIn?: OAuthAccessInput | undefined;
}

export function readPlace(given: z.output<typeof place>): ServicePlace {
  const { config, ...rest } = readAccess(given.access);
  return { config: { ...addressesOf(given), ...config }, ...rest };
}

function readAccess(given: AccessInput): ServicePlace {
  if (given.type === 'oauth') return { config: {}, secrets: {}, signIn: readSignIn(given) };
  const { access, secrets } = splitAccess(given);
  if (access.type === 'client-credentials') access.tokenUrl = serviceUrl('access.tokenUrl', access.tokenUrl);
  return { config: { access }, secrets };
}

const signInAddresses = ['issuer', 'authorizationUrl', 'tokenUrl', 'revocationUrl'] as const;

/** Returns the sign-in with its addresses checked. Throws if one is not an address. */
export function readSignIn(given: OAuthAccessInput): OAuthAccessInput {
  for (const name of signInAddresses) if (given[name] !== undefined) serviceUrl(`access.${name}`, given[name]);
  if (given.clientSecret !== undefined && given.clientId === undefined)
    throw refusal('invalid_argument', 'argument "access.clientSecret" requires "access.clientId"');
  return given;
}

function addressesOf({ kind, url, document, baseUrl, confirmOrigins }: z.output<typeof place>): JsonObject {
  if (kind === 'mcp-http') {
    if (url === undefined) throw refusal('invalid_argument', 'argument "url" is required: the URL of the MCP endpoint');
    if (document !== undefined || baseUrl !== undefined || confirmOrigins !== undefined)
      throw refusal('invalid_argument', '"document", "baseUrl" and "confirmOrigins" are only for kind "openapi"');
    return { url: serviceUrl('url', url) };
  }
  if ((url === undefined) === (document === undefined)) {
    throw refusal('invalid_argument', 'give either "url" (URL of the OpenAPI document) or "document" (its text)');
  }
  if (document !== undefined && Buffer.byteLength(document) > maxDocument)
    throw refusal('too_large', `argument "document" has more than ${maxDocument} bytes in UTF-8: give a smaller one, or its "url"`);
  const source = url === undefined ? { document } : { documentUrl: serviceUrl('url', url) };
  return {
    ...source,
    ...(baseUrl !== undefined && { baseUrl: serviceUrl('baseUrl', baseUrl) }),
    ...(confirmOrigins !== undefined && { confirmedOrigins: readOrigins(confirmOrigins) }),
  };
}

export function readOrigins(confirmOrigins: string[]): string[] {
  return confirmOrigins.map((origin) => new URL(serviceUrl('confirmOrigins', origin)).origin);
}
