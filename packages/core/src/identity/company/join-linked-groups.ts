import { linkedGroupMs } from '@gatehouse/domain';
import type { Account, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import type { CompanyClaims } from '../../kernel/ports/company-port.ts';

/**
 * Makes the linked groups of an account's person those of the company's claim, in each of their organizations. Without a claim, nothing
 * changes. Values that no group is linked to create nothing. // D77.2
 */
export function* joinLinkedGroups({ store, now }: ToolContext, { id: accountId }: Account, { groups }: CompanyClaims): Op<void> {
  if (groups === undefined) return;
  const values = new Set(groups);
  const expiresAt = now + linkedGroupMs;
  const memberships = (yield* store.accounts.memberships(accountId)).toSorted((one, other) => (one.orgId < other.orgId ? -1 : 1));
  for (const { orgId, personId } of memberships) {
    const linked = yield* store.groups.linked(orgId);
    if (linked.length === 0) continue;
    yield* store.people.hold(orgId);
    const joined = linked.filter(({ claimValue }) => claimValue !== null && values.has(claimValue)).map(({ id }) => id);
    yield* store.groups.leaveLinked(orgId, personId, joined);
    for (const groupId of joined) yield* store.groups.add({ orgId, groupId, personId, expiresAt, createdAt: now });
  }
}
