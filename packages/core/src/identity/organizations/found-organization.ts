import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { newId } from '../../kernel/ids/ids.ts';

export interface NewOrganization {
  name: string;
  ownerEmail: string;
  ownerName: string | undefined;
}

/** Creates an organization with its owner and its starter documents (D28). */
export function* foundOrganization(
  context: ToolContext,
  { name, ownerEmail, ownerName }: NewOrganization,
): Op<{ orgId: string; ownerId: string }> {
  const { store, now, call } = context;
  const orgId = newId('org', now);
  const ownerId = newId('person', now);
  call.notes.orgId = orgId;
  yield* store.organizations.create({ id: orgId, name, createdAt: now });
  yield* store.people.create({ orgId, id: ownerId, email: ownerEmail, name: ownerName ?? ownerEmail, role: 'owner', createdAt: now });
  yield* context.gateway.fillOrganization({
    ...context,
    viewer: { orgId, personId: ownerId, seesAll: true, limits: null, at: context.now },
  });
  call.notes.itemType = 'organization';
  call.notes.itemId = orgId;
  return { orgId, ownerId };
}
