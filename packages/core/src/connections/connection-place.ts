import { z } from 'zod';
import { refusal } from '../errors.ts';
import { fileArgumentBytes } from '../items/limits.ts';
import { accessInput, splitAccess } from '../services/access-config.ts';
import type { JsonObject } from '../services/port.ts';
import { serviceUrl } from '../services/service-url.ts';

/** Of a file that somebody gives. */
const largestDocument = 32 * 1024 * 1024;
/** What comes over HTTP is JSON, in which the quotes of a document are escaped. */
export const documentArgumentBytes = fileArgumentBytes;

/** Where a service over HTTP is, and how it wants to be asked. */
export const placeFields = {
  kind: z.enum(['mcp-http', 'openapi']),
  url: z.string().max(2000).optional().describe('the MCP endpoint, or where the OpenAPI document is'),
  document: z.string().max(largestDocument).optional().describe('the OpenAPI document itself, as JSON or YAML'),
  baseUrl: z.string().max(2000).optional().describe("where an OpenAPI service answers, if not at the document's first server"),
  confirmOrigins: z
    .array(z.string().max(2000))
    .max(50)
    .optional()
    .describe('other places that operations of the API answer at, such as "https://upload.example.com", that may have the credentials too'),
  access: accessInput.default({ type: 'none' }),
};

const place = z.strictObject(placeFields);

/** The configuration of a connection, and apart from it the secrets that are stored encrypted. */
export function readPlace(given: z.output<typeof place>): { config: JsonObject; secrets: Record<string, string> } {
  const { access, secrets } = splitAccess(given.access);
  if (access.type === 'client-credentials') access.tokenUrl = serviceUrl('access.tokenUrl', access.tokenUrl);
  return { config: { ...addressesOf(given), access }, secrets };
}

function addressesOf({ kind, url, document, baseUrl, confirmOrigins }: z.output<typeof place>): JsonObject {
  if (kind === 'mcp-http') {
    if (url === undefined) throw refusal('invalid_argument', 'argument "url" is required: the address of the MCP endpoint');
    if (document !== undefined || baseUrl !== undefined || confirmOrigins !== undefined)
      throw refusal('invalid_argument', '"document", "baseUrl" and "confirmOrigins" are for kind "openapi" only');
    return { url: serviceUrl('url', url) };
  }
  if ((url === undefined) === (document === undefined)) {
    throw refusal('invalid_argument', 'give either "url" (where the OpenAPI document is) or "document" (its text)');
  }
  const source = url === undefined ? { document } : { documentUrl: serviceUrl('url', url) };
  return {
    ...source,
    ...(baseUrl !== undefined && { baseUrl: serviceUrl('baseUrl', baseUrl) }),
    ...(confirmOrigins !== undefined && {
      confirmedOrigins: confirmOrigins.map((origin) => new URL(serviceUrl('confirmOrigins', origin)).origin),
    }),
  };
}
