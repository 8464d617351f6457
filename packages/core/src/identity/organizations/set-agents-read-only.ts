import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';

const shape = { readOnly: z.boolean() };

export const setAgentsReadOnly = defineTool({
  name: 'set_agents_read_only',
  title: 'Set agents read-only',
  description:
    'Make all agents of the organization read-only, or let them write again. While this is on, every key has only read access, also to tools of services. It applies from the next calls. Calls already sent to a service are not stopped.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject(shape),
  output: z.object(shape),
  example: { input: { readOnly: true }, output: { readOnly: true } },
  *run({ store, viewer: { orgId }, call: { notes } }, { readOnly }) {
    if ((yield* store.organizations.agentsReadOnly(orgId)) !== readOnly) yield* store.organizations.setAgentsReadOnly(orgId, readOnly);
    notes.itemType = 'organization';
    notes.itemId = orgId;
    return { readOnly };
  },
});
