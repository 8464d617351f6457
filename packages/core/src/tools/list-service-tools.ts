import { accessLevels, foldQuery, type Op } from '@gatehouse/storage';
import { z } from 'zod';
import { findConnection } from '../connections/find-connection.ts';
import type { ToolContext } from '../context.ts';
import { decodeCursor, pageOf } from '../cursor.ts';
import { nextCursor } from '../items/shapes.ts';
import { cursor, identifier, pageLimit } from '../schema.ts';
import { leftOutOf } from '../services/catalogue.ts';
import { effectiveMode } from '../services/definition.ts';
import type { LeftOut } from '../services/port.ts';
import { splitToolSlug } from '../services/service-tool.ts';
import { leftOutShape, toolSlug } from '../services/shapes.ts';
import { defineTool } from '../tool.ts';

const position = z.tuple([z.string(), z.string()]);

export const listServiceTools = defineTool({
  name: 'list_service_tools',
  title: 'List service tools',
  description: "Tools of connected services. Give toolSlug for one tool's inputSchema before running it.",
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    service: z.string().max(200).optional().describe('from list_connected_services'),
    toolSlug: toolSlug.optional(),
    connectionId: identifier('default: the newest of each service').optional(),
    query: z.string().max(200).optional().describe('words in name, title or description'),
    mode: z.enum(accessLevels).optional(),
    includeSchemas: z.boolean().default(false),
    limit: pageLimit(50, 200, 'tools'),
    cursor: cursor(),
  }),
  output: z.object({
    tools: z.array(
      z.object({
        toolSlug: z.string(),
        service: z.string(),
        title: z.string().optional(),
        description: z.string(),
        mode: z.enum(accessLevels),
        held: z.literal(true).optional(),
        inputSchema: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
    nextCursor,
    leftOut: leftOutShape.describe('what the service offers that is no tool here'),
  }),
  example: {
    input: { service: 'github', query: 'issue', limit: 1 },
    output: {
      tools: [
        { toolSlug: 'github__create_issue', service: 'github', title: 'Create issue', description: 'Open a new issue.', mode: 'write' },
      ],
      nextCursor: null,
    },
  },
  *run(context, { service, toolSlug, connectionId, query, mode, includeSchemas, limit, cursor }) {
    const one = toolSlug === undefined ? undefined : splitToolSlug(toolSlug);
    if (connectionId !== undefined) yield* findConnection(context, connectionId);
    const words = query === undefined ? undefined : foldQuery(query.trim());
    const list = JSON.stringify(['service tools', service, toolSlug, connectionId, words, mode]);
    const after = cursor === undefined ? undefined : decodeCursor(list, position, cursor);
    // A page with schemas is read with them all: catalogues are small, and their schemas are what is asked for.
    const found = yield* context.store.serviceTools.list({
      viewer: context.viewer,
      connectionId,
      service: one?.service ?? service,
      name: one?.name,
      words: words || undefined,
      mode,
      after: after && { service: after[0], name: after[1] },
      limit: limit + 1,
    });
    const page = pageOf(list, found, limit, (tool) => [tool.service, tool.name]);
    const isWhole = toolSlug === undefined && words === undefined && mode === undefined && page.nextCursor === null;
    const leftOut = isWhole ? yield* leftOutFor(context, service, connectionId) : [];
    return {
      ...(leftOut.length > 0 && { leftOut }),
      tools: page.rows.map((tool) => ({
        toolSlug: `${tool.service}__${tool.name}`,
        service: tool.service,
        ...(tool.title ? { title: tool.title } : {}),
        description: tool.description,
        mode: effectiveMode(tool),
        ...(tool.heldFor ? { held: true as const } : {}),
        ...(includeSchemas || one ? { inputSchema: tool.inputSchema } : {}),
      })),
      nextCursor: page.nextCursor,
    };
  },
});

const mostLeftOut = 20;

/** What one service leaves out, for who asks for all of its tools. A key that is limited to some of them looks for no others (D49). */
function* leftOutFor(context: ToolContext, service: string | undefined, connectionId: string | undefined): Op<LeftOut[]> {
  const { store, viewer } = context;
  if (viewer.limits?.serviceTools || (service === undefined && connectionId === undefined)) return [];
  const connection =
    connectionId === undefined
      ? yield* store.connections.standard(viewer, service as string)
      : yield* store.connections.visible(viewer, connectionId);
  const all = connection ? leftOutOf(connection) : [];
  if (all.length <= mostLeftOut) return all;
  return [
    ...all.slice(0, mostLeftOut),
    { operation: `${all.length - mostLeftOut} or more others`, reason: 'ask whoever manages the connection' },
  ];
}
