import { maxOrganizationName, maxPersonName } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { name } from '../../kernel/schema/schema.ts';
import { foundOrganization } from './found-organization.ts';
import { organizationExample } from './organization-fields.ts';

export const createOrganization = defineTool({
  name: 'create_organization',
  title: 'Create organization',
  description: 'Create an organization with its owner and its starter documents.',
  audience: 'operator',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    name: name(maxOrganizationName, 'organization name'),
    ownerEmail: email,
    ownerName: name(maxPersonName, 'name').optional(),
  }),
  output: z.object({ orgId: z.string(), ownerId: z.string() }),
  example: {
    input: { name: 'Acme', ownerEmail: 'ada@example.com', ownerName: 'Ada' },
    output: { orgId: organizationExample.id, ownerId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2' },
  },
  *run(context, { name, ownerEmail, ownerName }) {
    return yield* foundOrganization(context, { name, ownerEmail, ownerName });
  },
});
