import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { organizationExample, organizationShape } from './organization-fields.ts';

export const listOrganizations = defineTool({
  name: 'list_organizations',
  title: 'List organizations',
  description: 'List all organizations of this installation.',
  audience: 'operator',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ organizations: z.array(organizationShape) }),
  example: { input: {}, output: { organizations: [organizationExample] } },
  *run({ store }) {
    const organizations = yield* store.organizations.list();
    return { organizations: organizations.map(({ id, name, createdAt }) => ({ id, name, createdAt })) };
  },
});
