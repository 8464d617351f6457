import { accessLevels, modeOf } from '@gatehouse/storage';
import { z } from 'zod';
import { refusal } from '../errors.ts';
import { identifier } from '../schema.ts';
import { effectiveMode } from '../services/definition.ts';
import { defineTool } from '../tool.ts';
import { findManagedConnection } from './find-connection.ts';

export const markServiceTool = defineTool({
  name: 'mark_service_tool',
  title: 'Mark service tool',
  description: "Say whether a tool reads or writes, against or for want of the service's own word; none takes the mark back.",
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    connectionId: identifier('from list_connections'),
    tool: z.string().min(1).max(300).describe('name as list_connection_tools shows it'),
    mode: z.enum([...accessLevels, 'none']),
  }),
  output: z.object({ tool: z.string(), mode: z.enum(accessLevels) }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2', tool: 'list_issues', mode: 'read' },
    output: { tool: 'list_issues', mode: 'read' },
  },
  *run(context, { connectionId, tool: name, mode: wanted }) {
    const { orgId, id } = yield* findManagedConnection(context, connectionId);
    const tool = yield* context.store.serviceTools.find(orgId, id, name);
    if (!tool || tool.removedAt !== null)
      throw refusal('no_such_item', 'this connection has no such tool; list_connection_tools names them');
    const markedMode = wanted === 'none' ? null : wanted;
    const markedBy = markedMode === null ? null : context.caller.personId;
    const marked = { ...tool, markedMode, markedBy, mode: modeOf(tool.annotations, markedMode) };
    yield* context.store.serviceTools.put(marked);
    context.notes.serviceTool = name;
    return { tool: name, mode: effectiveMode(marked) };
  },
});
