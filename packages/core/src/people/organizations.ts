import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { newId } from '../ids.ts';
import { name, time } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { email } from './person-fields.ts';
import { createStarterDocuments } from './starter-documents.ts';

const organizationShape = z.object({ id: z.string(), name: z.string(), createdAt: time });
const acme = { id: 'org_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'Acme', createdAt: 1_763_000_000_000 };

export const createOrganization = defineTool({
  name: 'create_organization',
  title: 'Create organization',
  description: 'Create an organization with its owner and its starter documents.',
  audience: 'operator',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ name: name(80, 'organization name'), ownerEmail: email, ownerName: name(200, 'name').optional() }),
  output: z.object({ orgId: z.string(), ownerId: z.string() }),
  example: {
    input: { name: 'Acme', ownerEmail: 'ada@example.com', ownerName: 'Ada' },
    output: { orgId: acme.id, ownerId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2' },
  },
  *run(context, { name, ownerEmail, ownerName }) {
    return yield* foundOrganization(context, { name, ownerEmail, ownerName });
  },
});

export interface NewOrganization {
  name: string;
  ownerEmail: string;
  ownerName: string | undefined;
}

/** An organization with its owner and its starter documents (D28). */
export function* foundOrganization(
  context: ToolContext,
  { name, ownerEmail, ownerName }: NewOrganization,
): Op<{ orgId: string; ownerId: string }> {
  const { store, now, notes } = context;
  const orgId = newId('org', now);
  const ownerId = newId('person', now);
  notes.orgId = orgId;
  yield* store.organizations.create({ id: orgId, name, createdAt: now });
  yield* store.people.create({ orgId, id: ownerId, email: ownerEmail, name: ownerName ?? ownerEmail, role: 'owner', createdAt: now });
  yield* createStarterDocuments({ ...context, viewer: { orgId, personId: ownerId, seesAll: true } });
  notes.itemType = 'organization';
  notes.itemId = orgId;
  return { orgId, ownerId };
}

export const listOrganizations = defineTool({
  name: 'list_organizations',
  title: 'List organizations',
  description: 'Every organization of this installation.',
  audience: 'operator',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ organizations: z.array(organizationShape) }),
  example: { input: {}, output: { organizations: [acme] } },
  *run({ store }) {
    const organizations = yield* store.organizations.list();
    return { organizations: organizations.map(({ id, name, createdAt }) => ({ id, name, createdAt })) };
  },
});

export const renameOrganization = defineTool({
  name: 'rename_organization',
  title: 'Rename organization',
  description: 'Give the organization another name.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ name: name(80, 'organization name') }),
  output: z.object({ orgId: z.string(), name: z.string() }),
  example: { input: { name: 'Acme' }, output: { orgId: acme.id, name: 'Acme' } },
  *run({ store, viewer, notes }, { name }) {
    yield* store.organizations.rename(viewer.orgId, name);
    notes.itemType = 'organization';
    notes.itemId = viewer.orgId;
    return { orgId: viewer.orgId, name };
  },
});
