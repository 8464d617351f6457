import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { allPagesQuery } from '../kernel/calls/pages.ts';
import { useMembership } from '../kernel/membership/membership.ts';

export interface GroupsFieldProps {
  value: string[];
  onChange: (groupIds: string[]) => void;
}

/** Field for the groups whose people can use a connection. */
export function GroupsField({ value, onChange }: GroupsFieldProps) {
  const { orgId } = useMembership();
  const groups = useQuery(allPagesQuery(orgId, 'list_groups', {})).data?.flatMap((page) => page.groups) ?? [];
  return (
    <MultiSelect
      label="Groups"
      description="The service's owner, and owners and admins of the organization, can use it too."
      searchable
      nothingFoundMessage="No group found"
      data={groups.map(({ groupId, name }) => ({ value: groupId, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
