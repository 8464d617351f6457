import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { accessInput, splitAccess } from '../services/access-config.ts';
import type { JsonObject } from '../services/port.ts';
import { serviceUrl } from '../services/service-url.ts';
import { defineDiscoveryTool } from '../tool.ts';
import { mostConnections, newConnectionFields } from './connection-fields.ts';
import { createdExample, createdShape, newConnection, storeConnection } from './create-connection.ts';
import { requireManager } from './find-connection.ts';

/** What the command line gives of a file; arguments that come over HTTP are smaller. */
const largestDocument = 32 * 1024 * 1024;

const input = z.strictObject({
  ...newConnectionFields,
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
});

export const addConnection = defineDiscoveryTool({
  name: 'add_connection',
  title: 'Connect service',
  description: 'Connect an MCP server over HTTP or a service described by OpenAPI. It is asked for its tools before anything is stored.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: true },
  input,
  output: createdShape,
  example: {
    input: {
      service: 'github',
      name: 'GitHub',
      kind: 'mcp-http',
      url: 'https://mcp.example.com/mcp',
      access: { type: 'bearer', token: 'example' },
    },
    output: createdExample,
  },
  *prepare(context, given) {
    requireManager(context, given.visibility);
    yield* refuseTooMany(context);
    const { access, secrets } = splitAccess(given.access);
    if (access.type === 'client-credentials') access.tokenUrl = serviceUrl('access.tokenUrl', access.tokenUrl);
    const { service, name, label, visibility, holdNew, kind } = given;
    const config = { ...placeOf(given), access };
    const { orgId, personId } = context.viewer;
    return newConnection(context, { orgId, ownerId: personId, service, name, label, visibility, holdNew, kind, config, secrets });
  },
  async runOutside({ services }, { target }, call) {
    return await services.discover(target, call);
  },
  *conclude(context, connection, discovery) {
    return yield* storeConnection(context, connection, discovery);
  },
});

function* refuseTooMany({ store, viewer }: ToolContext): Op<void> {
  const known = yield* store.connections.list(viewer, mostConnections);
  if (known.length === mostConnections) throw refusal('too_large', `there are ${mostConnections} connections already; remove one first`);
}

function placeOf({ kind, url, document, baseUrl, confirmOrigins }: z.output<typeof input>): JsonObject {
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
