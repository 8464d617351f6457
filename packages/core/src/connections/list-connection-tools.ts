import { accessLevels } from '@gatehouse/storage';
import { z } from 'zod';
import { identifier } from '../schema.ts';
import { leftOutOf } from '../services/catalogue.ts';
import { definitionChanges, effectiveMode } from '../services/definition.ts';
import { leftOutShape } from '../services/shapes.ts';
import { defineTool } from '../tool.ts';
import { findConnection } from './find-connection.ts';

export const listConnectionTools = defineTool({
  name: 'list_connection_tools',
  title: 'List tools of connection',
  description:
    'The tools of one connection: their mode, who marked it, which are held, and what changed in those since they were approved.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: z.object({
    tools: z.array(
      z.object({
        name: z.string(),
        title: z.string().nullable(),
        description: z.string(),
        mode: z.enum(accessLevels),
        markedMode: z.enum(accessLevels).nullable(),
        heldFor: z.enum(['changed', 'new']).nullable(),
        isOff: z.boolean().describe('switched off: to agents it is not there'),
        definitionHash: z.string().describe('changes with the tool; for approve_service_tools'),
        changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    leftOut: leftOutShape.describe('what the service offers that is no tool here, and why'),
  }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
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
  *run(context, { connectionId }) {
    const connection = yield* findConnection(context, connectionId);
    const tools = yield* context.store.serviceTools.all(connection.orgId, connection.id);
    const leftOut = leftOutOf(connection);
    return {
      ...(leftOut.length > 0 && { leftOut }),
      tools: tools
        .filter((tool) => tool.removedAt === null)
        .map((tool) => ({
          name: tool.name,
          title: tool.title,
          description: tool.description,
          mode: effectiveMode(tool),
          markedMode: tool.markedMode,
          heldFor: tool.heldFor,
          isOff: tool.isOff,
          definitionHash: tool.definitionHash,
          changes: definitionChanges(tool),
        })),
    };
  },
});
