import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { allowedDomainsShape, domain } from './allowed-domains.ts';

export const allowDomain = defineTool({
  name: 'allow_domain',
  title: 'Allow domain',
  description:
    'Let people with a verified email address of this domain join as members through company sign-in. organization_settings lists the domains.',
  audience: 'person',
  access: 'write',
  role: 'owner',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ domain }),
  output: allowedDomainsShape,
  example: { input: { domain: 'example.com' }, output: { allowedDomains: ['example.com'] } },
  *run({ store, viewer, call: { notes }, now }, { domain }) {
    yield* store.allowedDomains.allow(viewer.orgId, domain, now);
    notes.itemType = 'organization';
    notes.itemId = viewer.orgId;
    return { allowedDomains: yield* store.allowedDomains.list(viewer.orgId) };
  },
});
