import { maxToolName } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { approved } from '../calling/catalogue.ts';
import { hiddenInField, hiddenInFields, textsOf } from '../hidden-characters/hidden-in-fields.ts';
import { findManagedConnection } from './find-connection.ts';

/** Maximum fields with hidden characters in an answer. */
const maxHidden = 100;

export const approveServiceTools = defineTool({
  name: 'approve_service_tools',
  title: 'Approve service tools',
  description: 'Approve held tools of a connection: the named ones, or all. With "seen", only in the version that was shown.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    connectionId: identifier('from list_connections'),
    tools: z
      .array(z.string().max(maxToolName))
      .min(1)
      .max(1000)
      .optional()
      .describe('tool names from list_connection_tools; default: all held tools'),
    seen: z
      .record(z.string().max(maxToolName), z.string().max(100))
      .optional()
      .describe('definitionHash by tool name: if a tool has changed since, none is approved; default: approve the current versions'),
  }),
  output: z.object({
    approved: z.array(z.string()),
    hiddenCharacters: z
      .array(hiddenInField.extend({ tool: z.string() }))
      .optional()
      .describe('hidden characters in the approved tools, which agents read but people cannot see'),
  }),
  example: {
    input: {
      connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2',
      tools: ['create_issue'],
      seen: { create_issue: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
    },
    output: { approved: ['create_issue'] },
  },
  *run(context, { connectionId, tools, seen }) {
    const connection = yield* findManagedConnection(context, connectionId);
    const held = yield* context.store.serviceTools.held(connection.orgId, connection.id);
    const chosen = held.filter((tool) => !tools || tools.includes(tool.name));
    if (chosen.length === 0) throw refuseNothing();
    // A service may change its tools again while a person reads their definitions.
    const changed = seen && chosen.find((tool) => seen[tool.name] !== tool.definitionHash);
    if (changed) throw refuseUnseen(changed.name);
    for (const tool of chosen) yield* context.store.serviceTools.put(approved(tool));
    const hidden = chosen.flatMap((tool) => hiddenInFields(textsOf(tool)).map((found) => ({ tool: tool.name, ...found })));
    return { approved: chosen.map((tool) => tool.name), ...(hidden.length > 0 && { hiddenCharacters: hidden.slice(0, maxHidden) }) };
  },
});

function refuseUnseen(name: string): GatewayError {
  return refusal(
    'stale_version',
    `${JSON.stringify(name)} does not match "seen", and nothing was approved: its service has changed it again; review it with list_connection_tools`,
  );
}

function refuseNothing(): GatewayError {
  return refusal('nothing_to_change', 'no held tool of this connection has these names; list_connection_tools lists the held tools');
}
