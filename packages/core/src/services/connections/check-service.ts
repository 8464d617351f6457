import { accessLevels } from '@gatehouse/domain';
import { modeOf } from '@gatehouse/storage';
import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { signInOf } from '../../kernel/ports/access-config.ts';
import { callOrigins, credentialOrigins } from '../calling/credential-origins.ts';
import { codedLeftOutShape } from '../calling/shapes.ts';
import { summaryOf } from '../calling/tool-summary.ts';
import { askService } from './ask-service.ts';
import { documentArgumentBytes, placeFields, readPlace } from './connection-place.ts';
import { newConnection } from './create-connection.ts';

/** Approximate bytes of a model's token. */
const bytesOfToken = 4;

export const checkService = defineDiscoveryTool({
  name: 'check_service',
  title: 'Check service',
  description: 'Load the tools of a service as add_connection does, but store nothing.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: z.strictObject(placeFields),
  maximumArgumentBytes: documentArgumentBytes,
  output: z.object({
    title: z.string().optional().describe('name that the service gives itself'),
    toolsCount: z.int(),
    tools: z.array(z.object({ name: z.string(), description: z.string(), mode: z.enum(accessLevels) })),
    listingTokens: z.int().describe('approximate tokens that a model reads to list all tools, page by page'),
    schemaTokens: z.int().describe('approximate tokens that a model reads to list all tools with their schemas'),
    callOrigins: z.array(z.string()).describe('origins that would receive its calls'),
    credentialOrigins: z.array(z.string()).describe('origins that would receive its credentials'),
    unconfirmedOrigins: z.array(z.string()).describe('other origins of some tools: calls of these tools would be refused'),
    leftOut: codedLeftOutShape.describe('parts of the service that are not tools, with the reason'),
    signIn: z
      .object({
        authorizationUrl: z.string(),
        scope: z.string().nullable(),
        registers: z.boolean().describe('true if connecting registers a client'),
      })
      .optional()
      .describe('sign-in of people, with access of type "oauth"'),
    needsAccount: z.boolean().describe('true if the service shows its tools only to signed-in people'),
  }),
  example: {
    input: { kind: 'openapi', url: 'https://api.weather.gov/openapi.json' },
    output: {
      title: 'Weather',
      toolsCount: 1,
      tools: [{ name: 'get_weather', description: 'The weather of a place.', mode: 'read' }],
      listingTokens: 25,
      schemaTokens: 60,
      callOrigins: ['https://api.weather.gov'],
      credentialOrigins: [],
      unconfirmedOrigins: [],
      needsAccount: false,
    },
  },
  // biome-ignore lint/correctness/useYield: a program that asks the store nothing
  *prepare(context, given) {
    const { orgId, personId } = context.viewer;
    const details = { orgId, ownerId: personId, service: 'service', name: 'checked', visibility: 'private' as const, holdNew: false };
    const { signIn, ...place } = readPlace(given);
    return { signIn, made: newConnection(context, { ...details, kind: given.kind, ...place }) };
  },
  async runOutside(context, { signIn, made: { target } }, call) {
    try {
      return await askService(context, target, { signIn, onlyLook: true }, call);
    } finally {
      context.gateway.services.forget(target.connectionId);
    }
  },
  *conclude(_context, { made: { connection } }, { tools, title, config, unconfirmedOrigins = [], leftOut = [], needsAccount = false }) {
    const access = signInOf(config ?? connection.config);
    const listed = tools.map(({ name, title, description, annotations, inputSchema }) => {
      const mode = modeOf(annotations, null);
      const row = { toolSlug: `service__${name}`, service: 'service', ...(title && { title }), mode };
      return { name, mode, inputSchema, listing: summaryOf(row, description) };
    });
    const tokens = (values: unknown[]) => Math.ceil(Buffer.byteLength(JSON.stringify(values)) / bytesOfToken);
    return {
      ...(title !== undefined && { title }),
      toolsCount: tools.length,
      tools: listed.map(({ name, mode, listing }) => ({ name, description: listing.description, mode })),
      listingTokens: tokens(listed.map(({ listing }) => listing)),
      schemaTokens: tokens(listed.map(({ listing, inputSchema }) => ({ ...listing, inputSchema }))),
      callOrigins: callOrigins(config ?? connection.config),
      credentialOrigins: credentialOrigins(config ?? connection.config),
      unconfirmedOrigins,
      ...(leftOut.length > 0 && { leftOut }),
      ...(access && {
        signIn: { authorizationUrl: access.authorizationUrl, scope: access.scope ?? null, registers: access.clientId === '' },
      }),
      needsAccount,
    };
  },
});
