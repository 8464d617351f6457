import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

/** Possible assignees: names by e-mail address, in the order of names. */
export type Assignees = ReadonlyMap<string, string>;

export function useAssignees(): Assignees {
  const { orgId } = useMembership();
  const { data } = useQuery(allPagesQuery(orgId, 'list_people', {}));
  return useMemo(
    () =>
      new Map(
        data
          ?.flatMap(({ people }) => people)
          .toSorted((one, other) => one.name.localeCompare(other.name))
          .map(({ email, name }) => [email, name]),
      ),
    [data],
  );
}
