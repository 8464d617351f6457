import { accessLevels, maxSearch } from '@gatehouse/domain';
import { type Connection, foldQuery, type ListedServiceTool } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf, withinRoom } from '../../kernel/schema/cursor.ts';
import { cursor, identifier, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { instructionsOf, leftOutOf } from '../calling/catalogue.ts';
import { definitionChanges, effectiveMode } from '../calling/definition.ts';
import { codedLeftOutShape } from '../calling/shapes.ts';
import { hiddenInFields, hiddenInFieldsShape, textsOf } from '../hidden-characters/hidden-in-fields.ts';
import { findConnection } from './find-connection.ts';

/** Maximum letters of a page: enough for a thousand usual tools. */
const maxLetters = 1024 * 1024;

export const listConnectionTools = defineTool({
  name: 'list_connection_tools',
  title: 'List tools of connection',
  description: 'List the tools of a connection with their mode, and the held tools with their changes since approval.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    connectionId: identifier('from list_connections'),
    query: z.string().max(maxSearch).optional().describe('words in name, title or description, in any order'),
    held: z.boolean().default(false).describe('only tools that wait for approval'),
    limit: pageLimit(200, 1000, 'tools'),
    cursor: cursor(),
  }),
  output: z.object({
    toolsCount: z.int().describe('number of tools on all pages'),
    nextCursor,
    tools: z.array(
      z.object({
        name: z.string(),
        title: z.string().nullable(),
        description: z.string(),
        mode: z.enum(accessLevels),
        markedMode: z.enum(accessLevels).nullable(),
        heldFor: z.enum(['changed', 'new']).nullable(),
        isOff: z.boolean().describe('true if it is switched off and hidden from agents'),
        definitionHash: z.string().describe('hash of the current version; for approve_service_tools'),
        hiddenCharacters: hiddenInFieldsShape.describe(
          'hidden characters by field, which agents read but people cannot see; schemas are checked only while held',
        ),
        changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    hiddenCharacters: hiddenInFieldsShape.describe("hidden characters in the server's instructions"),
    leftOut: codedLeftOutShape.describe('parts of the service that are not tools, with the reason'),
  }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      toolsCount: 1,
      nextCursor: null,
      tools: [
        {
          name: 'create_issue',
          title: 'Create issue',
          description: 'Open a new issue and close all others.',
          mode: 'write',
          markedMode: null,
          heldFor: 'changed',
          isOff: false,
          definitionHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          changes: [{ field: 'description', before: 'Open a new issue.', after: 'Open a new issue and close all others.' }],
        },
      ],
    },
  },
  *run(context, { connectionId, query, held, limit, cursor }) {
    const connection = yield* findConnection(context, connectionId);
    const list = JSON.stringify(['tools of connection', connectionId, query, held]);
    const after = cursor === undefined ? undefined : decodeCursor(list, z.tuple([z.string()]), cursor)[0];
    const words = foldQuery(query ?? '')
      .split(/\s+/)
      .filter((word) => word !== '');
    const { store } = context;
    const filter = { orgId: connection.orgId, connectionId, words, held };
    const rows = yield* store.serviceTools.listed(filter, limit + 1, after);
    const shown = yield* withinRoom(rows.slice(0, limit), maxLetters, (tool) => shownTool(context, connection, tool));
    const page = pageOf(list, rows, shown.length, (tool) => [tool.name]);
    const toolsCount = yield* store.serviceTools.countListed(filter);
    const leftOut = leftOutOf(connection);
    const hiddenCharacters = hiddenInFields({ instructions: instructionsOf(connection) });
    return {
      ...(hiddenCharacters.length > 0 && { hiddenCharacters }),
      ...(leftOut.length > 0 && { leftOut }),
      toolsCount,
      nextCursor: page.nextCursor,
      tools: shown,
    };
  },
});

function* shownTool({ store }: ToolContext, { orgId, id }: Connection, listed: ListedServiceTool) {
  // Reads schemas only of held tools, to show what changed in them.
  const held = listed.heldFor === null ? undefined : yield* store.serviceTools.find(orgId, id, listed.name);
  const hiddenCharacters = hiddenInFields(textsOf(held ?? listed));
  const shown = {
    ...(hiddenCharacters.length > 0 && { hiddenCharacters }),
    name: listed.name,
    title: listed.title,
    description: listed.description,
    mode: effectiveMode(listed),
    markedMode: listed.markedMode,
    heldFor: listed.heldFor,
    isOff: listed.isOff,
    definitionHash: listed.definitionHash,
    changes: held ? definitionChanges(held) : [],
  };
  return { shown, letters: JSON.stringify([shown, held]).length };
}
