import { maxOrganizationName } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { name } from '../../kernel/schema/schema.ts';
import { organizationExample } from './organization-fields.ts';

export const renameOrganization = defineTool({
  name: 'rename_organization',
  title: 'Rename organization',
  description: 'Rename the organization.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ name: name(maxOrganizationName, 'organization name') }),
  output: z.object({ orgId: z.string(), name: z.string() }),
  example: { input: { name: 'Acme' }, output: { orgId: organizationExample.id, name: 'Acme' } },
  *run({ store, viewer, call: { notes } }, { name }) {
    yield* store.organizations.rename(viewer.orgId, name);
    notes.itemType = 'organization';
    notes.itemId = viewer.orgId;
    return { orgId: viewer.orgId, name };
  },
});
