import { accessLevels, maxSearch } from '@gatehouse/domain';
import type { Op, ServiceToolFilter, ServiceToolSummary } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { serviceToolAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import type { JsonObject, LeftOut } from '../../kernel/ports/service-port.ts';
import { decodeCursor, pageOf, withinRoom } from '../../kernel/schema/cursor.ts';
import { named } from '../../kernel/schema/named.ts';
import { cursor, identifier, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { splitToolSlug } from '../../kernel/schema/tool-slug.ts';
import { instructionsOf, leftOutOf } from '../calling/catalogue.ts';
import { effectiveMode } from '../calling/definition.ts';
import { rankTools } from '../calling/rank-tools.ts';
import { leftOutShape, toolSlug } from '../calling/shapes.ts';
import { readToolQuery } from '../calling/tool-query.ts';
import { summaryOf } from '../calling/tool-summary.ts';
import { findConnection } from '../connections/find-connection.ts';

/** Last tool of a page: its place in a ranking, its service and its name. */
const position = z.tuple([z.int().min(0), z.string(), z.string()]);
/** Maximum tools ranked for one search: those with most of its words. */
const maxRanked = 300;

export const listServiceTools = defineTool({
  name: 'list_service_tools',
  title: 'List service tools',
  description: 'List tools of connected services. Before running one, get its full description and inputSchema with toolSlug.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    service: z.string().max(200).optional().describe('from list_connected_services'),
    toolSlug: toolSlug.optional(),
    connectionId: identifier("default: each service's newest").optional(),
    query: z.string().max(maxSearch).optional().describe('question, or words in name, title or description; best first'),
    mode: z.enum(accessLevels).optional(),
    includeSchemas: z.boolean().default(false),
    limit: pageLimit(50, 200, 'tools'),
    cursor: cursor(),
  }),
  output: z.object({
    tools: z.array(
      named(
        'ServiceTool',
        'A tool of a connected service.',
        z.object({
          toolSlug: z.string(),
          service: z.string(),
          title: z.string().optional(),
          description: z.string(),
          mode: z.enum(accessLevels),
          held: z.literal(true).optional(),
          inputSchema: z.record(z.string(), z.unknown()).optional(),
          outputSchema: z.record(z.string(), z.unknown()).optional(),
          annotations: z.record(z.string(), z.unknown()).optional(),
          instructions: z.string().optional().describe('instructions of the MCP server'),
          url: z.string().optional().describe('only with toolSlug'),
        }),
      ),
    ),
    nextCursor,
    leftOut: leftOutShape.describe('parts of the service that are not tools'),
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
    const search = query?.trim() || undefined;
    const list = JSON.stringify(['service tools', service, toolSlug, connectionId, search, mode]);
    const after = cursor === undefined ? undefined : decodeCursor(list, position, cursor);
    const filter = { viewer: context.viewer, connectionId, service: one?.service ?? service, name: one?.name, mode };
    const found =
      search === undefined ? yield* listTools(context, filter, after, limit + 1) : yield* findTools(context, filter, search, after);
    const schemas = includeSchemas ? yield* withinRoom(found.slice(0, limit), maxSchemas, (tool) => schemaOf(context, tool)) : undefined;
    const page = pageOf(list, found, schemas?.length ?? limit, (tool) => [tool.place, tool.service, tool.name]);
    const isWhole = toolSlug === undefined && search === undefined && mode === undefined && page.nextCursor === null;
    const leftOut = isWhole ? yield* leftOutFor(context, service, connectionId) : [];
    const [only] = page.rows;
    const more = one && only ? yield* detailsOf(context, only) : {};
    return {
      ...(leftOut.length > 0 && { leftOut }),
      tools: page.rows.map((tool, index) => {
        const row = {
          toolSlug: `${tool.service}__${tool.name}`,
          service: tool.service,
          ...titleOf(tool),
          mode: effectiveMode(tool),
          ...(tool.heldFor ? { held: true as const } : {}),
        };
        const described = one ? { ...row, description: tool.description } : summaryOf(row, tool.description);
        return { ...described, ...(schemas && { inputSchema: schemas[index] }), ...more };
      }),
      nextCursor: page.nextCursor,
    };
  },
});

function* schemaOf({ store, viewer }: ToolContext, { connectionId, name }: ServiceToolSummary) {
  const shown: JsonObject = (yield* store.serviceTools.inputSchema(viewer.orgId, connectionId, name)) ?? {};
  return { shown, letters: JSON.stringify(shown).length };
}

/** Details of a tool that was asked for by name alone. */
function* detailsOf(context: ToolContext, { connectionId, name }: ServiceToolSummary) {
  const { store, viewer } = context;
  const tool = yield* store.serviceTools.find(viewer.orgId, connectionId, name);
  const connection = yield* store.connections.findForChange(viewer.orgId, connectionId);
  const instructions = connection && instructionsOf(connection);
  return {
    ...(tool && { description: tool.description, inputSchema: tool.inputSchema }),
    ...(tool?.outputSchema && { outputSchema: tool.outputSchema }),
    ...(tool?.annotations && { annotations: tool.annotations }),
    ...(instructions !== undefined && { instructions }),
    url: serviceToolAddress(context, connectionId, name),
  };
}

const maxLeftOut = 20;

/** Parts that one service leaves out, for callers who ask for all of its tools. A key that is limited to some tools gets none (D49). */
function* leftOutFor(context: ToolContext, service: string | undefined, connectionId: string | undefined): Op<LeftOut[]> {
  const { store, viewer } = context;
  if (viewer.limits?.serviceTools || (service === undefined && connectionId === undefined)) return [];
  const connection =
    connectionId === undefined
      ? yield* store.connections.standard(viewer, service as string)
      : yield* store.connections.visible(viewer, connectionId);
  const all = connection ? leftOutOf(connection).map(({ operation, reason }) => ({ operation, reason })) : [];
  if (all.length <= maxLeftOut) return all;
  return [
    ...all.slice(0, maxLeftOut),
    { operation: `${all.length - maxLeftOut} or more others`, reason: 'ask a manager of the connection' },
  ];
}

type Position = z.output<typeof position>;
type PlacedTool = ServiceToolSummary & { place: number };

function* listTools({ store }: ToolContext, filter: ServiceToolFilter, after: Position | undefined, limit: number): Op<PlacedTool[]> {
  const position = after && { service: after[1], name: after[2] };
  const tools = yield* store.serviceTools.list({ ...filter, after: position, limit });
  return tools.map((tool) => ({ ...tool, place: 0 }));
}

/** Rest of a ranking after a tool, or after its former place if the tool no longer exists. */
function* findTools({ store }: ToolContext, filter: ServiceToolFilter, search: string, after: Position | undefined): Op<PlacedTool[]> {
  const query = readToolQuery(search);
  if (query.words.length === 0) return [];
  const ranked = rankTools(query, yield* store.serviceTools.withWords(filter, query.beginnings, maxRanked));
  const placed = ranked.map((tool, place) => ({ ...tool, place }));
  if (!after) return placed;
  const [place, service, name] = after;
  const last = placed.findIndex((tool) => tool.service === service && tool.name === name);
  return placed.slice((last < 0 ? place : last) + 1);
}

const maxTitle = 200;
/** Maximum letters of a page. */
const maxSchemas = 128 * 1024;

/** Title of a tool. APIs often repeat it at the beginning of the description: then it is left out. */
function titleOf({ title, description }: Pick<ServiceToolSummary, 'title' | 'description'>): { title?: string } {
  const shown = title?.slice(0, maxTitle).toWellFormed();
  return !shown || description.slice(0, shown.length).toLowerCase() === shown.toLowerCase() ? {} : { title: shown };
}
