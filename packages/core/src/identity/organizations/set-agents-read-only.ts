import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';

const shape = { readOnly: z.boolean() };

export const setAgentsReadOnly = defineTool({
  name: 'set_agents_read_only',
  title: 'Set agents read-only',
  description:
    'Hold all agents of the organization to reading, or let them write again: while it is on, each key is a read key, also for tools of services. It applies from their next calls. A call that is at a service already ends as it would.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject(shape),
  output: z.object(shape),
  example: { input: { readOnly: true }, output: { readOnly: true } },
  *run({ store, viewer: { orgId }, notes }, { readOnly }) {
    if ((yield* store.organizations.agentsReadOnly(orgId)) !== readOnly) yield* store.organizations.setAgentsReadOnly(orgId, readOnly);
    notes.itemType = 'organization';
    notes.itemId = orgId;
    return { readOnly };
  },
});
