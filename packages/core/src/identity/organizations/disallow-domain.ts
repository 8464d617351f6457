import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { allowedDomainsShape, domain } from './allowed-domains.ts';

export const disallowDomain = defineTool({
  name: 'disallow_domain',
  title: 'Disallow domain',
  description: 'Stop letting people join with an address of this domain. People who have joined remain members.',
  audience: 'person',
  access: 'write',
  role: 'owner',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ domain }),
  output: allowedDomainsShape,
  example: { input: { domain: 'example.com' }, output: { allowedDomains: [] } },
  *run({ store, viewer, call: { notes } }, { domain }) {
    yield* store.allowedDomains.disallow(viewer.orgId, domain);
    notes.itemType = 'organization';
    notes.itemId = viewer.orgId;
    return { allowedDomains: yield* store.allowedDomains.list(viewer.orgId) };
  },
});
