import { accessLevels } from '@gatehouse/domain';
import { modeOf } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { effectiveMode } from '../calling/definition.ts';
import { findManagedConnection, findToolOfConnection, toolOfConnection } from './find-connection.ts';

export const markServiceTool = defineTool({
  name: 'mark_service_tool',
  title: 'Mark service tool',
  description: 'Mark a tool as reading or writing, overriding or replacing the annotation of the service; none removes the mark.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    connectionId: identifier('from list_connections'),
    tool: toolOfConnection,
    mode: z.enum([...accessLevels, 'none']),
  }),
  output: z.object({ tool: z.string(), mode: z.enum(accessLevels) }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2', tool: 'list_issues', mode: 'read' },
    output: { tool: 'list_issues', mode: 'read' },
  },
  *run(context, { connectionId, tool: name, mode: wanted }) {
    const { orgId, id } = yield* findManagedConnection(context, connectionId);
    const tool = yield* findToolOfConnection(context, { orgId, id }, name);
    const markedMode = wanted === 'none' ? null : wanted;
    const markedBy = markedMode === null ? null : context.caller.personId;
    const marked = { ...tool, markedMode, markedBy, mode: modeOf(tool.annotations, markedMode) };
    yield* context.store.serviceTools.put(marked);
    return { tool: name, mode: effectiveMode(marked) };
  },
});
