import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { clientHost } from '../oauth/client-host.ts';

export const setClientHosts = defineTool({
  name: 'set_client_hosts',
  title: 'Set client hosts',
  description:
    'Set the hosts of clients that people can allow to act for them in this organization, by the host of the redirect URI. Replaces the previous list; an empty list permits any client. Existing grants keep working; end them under Agents.',
  audience: 'person',
  access: 'write',
  role: 'owner',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ hosts: z.array(clientHost).max(50) }),
  output: z.object({ clientHosts: z.array(z.string()) }),
  example: { input: { hosts: ['claude.ai', 'localhost', 'cursor:'] }, output: { clientHosts: ['claude.ai', 'cursor:', 'localhost'] } },
  *run({ store, viewer: { orgId }, call: { notes } }, { hosts }) {
    const clientHosts = [...new Set(hosts)].sort();
    yield* store.organizations.set(orgId, 'clientHosts', clientHosts.length === 0 ? null : clientHosts);
    notes.itemType = 'organization';
    notes.itemId = orgId;
    return { clientHosts };
  },
});
