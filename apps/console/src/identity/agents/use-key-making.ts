import { actsForAll, mayMakeKeysFor } from '@gatehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

type PersonRow = OutputOf<'list_people'>['people'][number];

/** People for whose agents this person can create keys: themselves, and for owners and admins those without an account (D43). */
export function usePeopleToMakeKeysFor(): { self: PersonRow | undefined; people: PersonRow[] } {
  const membership = useMembership();
  const { orgId, personId } = membership;
  const pages = useQuery({ ...allPagesQuery(orgId, 'list_people', {}), enabled: actsForAll(membership) });
  const people = (pages.data ?? []).flatMap((page) => page.people).filter((person) => mayMakeKeysFor(membership, person));
  return { self: people.find(({ id }) => id === personId), people };
}

export function useMayMakeKeysFor(ownerId: string): boolean {
  const { personId } = useMembership();
  const { people } = usePeopleToMakeKeysFor();
  return ownerId === personId || people.some(({ id }) => id === ownerId);
}
