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
import { leftOutShape, toolSlug } from '../calling/shapes.ts';
import { fewestWordsOf, fitOf, readToolQuery, type ToolQuery } from '../calling/tool-query.ts';
import { summaryOf } from '../calling/tool-summary.ts';
import { findConnection } from '../connections/find-connection.ts';

/** How many of the words must fit, how well the last tool did, and which it was. */
const position = z.tuple([z.int(), z.int(), z.string(), z.string()]);

export const listServiceTools = defineTool({
  name: 'list_service_tools',
  title: 'List service tools',
  description: "Tools of connected services, in short. Give toolSlug for one tool's whole description and inputSchema before running it.",
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    service: z.string().max(200).optional().describe('from list_connected_services'),
    toolSlug: toolSlug.optional(),
    connectionId: identifier('default: the newest of each service').optional(),
    query: z.string().max(maxSearch).optional().describe('a question, or words of name, title or description; the best come first'),
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
          instructions: z.string().optional().describe("the server's own words on its use"),
          url: z.string().optional().describe('given with toolSlug'),
        }),
      ),
    ),
    nextCursor,
    leftOut: leftOutShape.describe('what the service has that is no tool here'),
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
    const wanted = readToolQuery(query);
    const { words } = wanted;
    const list = JSON.stringify(['service tools', service, toolSlug, connectionId, wanted, mode]);
    const after = cursor === undefined ? undefined : decodeCursor(list, position, cursor);
    const filter = { connectionId, service: one?.service ?? service, name: one?.name, mode, limit: limit + 1 };
    const { found, fewestWords } = yield* find(context, wanted, filter, after);
    const schemas = includeSchemas ? yield* withinRoom(found.slice(0, limit), maxSchemas, (tool) => schemaOf(context, tool)) : undefined;
    const page = pageOf(list, found, schemas?.length ?? limit, (tool) => [fewestWords, tool.rank, tool.service, tool.name]);
    const isWhole = toolSlug === undefined && words.length === 0 && mode === undefined && page.nextCursor === null;
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

/** What is said of a tool that was asked for by name alone. */
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

/** What one service leaves out, for who asks for all of its tools. A key that is limited to some of them looks for no others (D49). */
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

type Filter = Omit<ServiceToolFilter, 'viewer' | 'after' | 'fewestWords' | 'fit'>;

/** Tools that fit the query, the best first. The pages that follow are of the same kind as the first. */
function* find(
  { store, viewer }: ToolContext,
  query: ToolQuery,
  filter: Filter,
  cursor: z.output<typeof position> | undefined,
): Op<{ found: ServiceToolSummary[]; fewestWords: number }> {
  const { words } = query;
  const after = cursor && { rank: cursor[1], service: cursor[2], name: cursor[3] };
  if (words.length === 0) return { found: yield* store.serviceTools.list({ ...filter, viewer, after }), fewestWords: 0 };
  const counts = yield* store.serviceTools.countWords({ ...filter, words, viewer });
  const fewestWords = cursor?.[0] ?? fewestWordsOf(query, counts);
  const fit = fitOf(query, counts);
  return { found: yield* store.serviceTools.list({ ...filter, words, viewer, fewestWords, fit, after }), fewestWords };
}

const maxTitle = 200;
/** Letters on a page. */
const maxSchemas = 128 * 1024;

/** Titles of APIs are often what their description begins with, and need not be said twice. */
function titleOf({ title, description }: Pick<ServiceToolSummary, 'title' | 'description'>): { title?: string } {
  const shown = title?.slice(0, maxTitle).toWellFormed();
  return !shown || description.slice(0, shown.length).toLowerCase() === shown.toLowerCase() ? {} : { title: shown };
}
