import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { clientHost } from '../oauth/client-host.ts';

export const setClientHosts = defineTool({
  name: 'set_client_hosts',
  title: 'Set client hosts',
  description:
    'Say whose clients may be allowed to act for people of this organization, by where the answer of a sign-in goes. The list takes the place of the one before; an empty one lets any client be allowed. What was allowed before goes on: it is ended under Agents.',
  audience: 'person',
  access: 'write',
  role: 'owner',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ hosts: z.array(clientHost).max(50) }),
  output: z.object({ clientHosts: z.array(z.string()) }),
  example: { input: { hosts: ['claude.ai', 'localhost', 'cursor:'] }, output: { clientHosts: ['claude.ai', 'cursor:', 'localhost'] } },
  *run({ store, viewer: { orgId }, notes }, { hosts }) {
    const clientHosts = [...new Set(hosts)].sort();
    yield* store.organizations.set(orgId, 'clientHosts', clientHosts.length === 0 ? null : clientHosts);
    notes.itemType = 'organization';
    notes.itemId = orgId;
    return { clientHosts };
  },
});
