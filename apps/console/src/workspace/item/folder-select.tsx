import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

/** Place outside of folders. */
export const outside = { id: null, name: 'no folder' } as const;

const outsideValue = 'outside';

export interface FolderSelectProps {
  label: string;
  onChoose: (folder: { id: string | null; name: string }) => void;
  onLeave?: () => void;
  autoFocus?: boolean;
}

/** Choice of a folder into which the person can put something, or none. */
export function FolderSelect({ label, onChoose, onLeave, autoFocus = false }: FolderSelectProps) {
  const { orgId } = useMembership();
  const pages = useQuery(allPagesQuery(orgId, 'list_folders', {})).data;
  const folders = useMemo(() => pages?.flatMap((page) => page.folders).filter(({ canWrite }) => canWrite) ?? [], [pages]);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      searchable
      autoFocus={autoFocus}
      defaultDropdownOpened={autoFocus}
      limit={100}
      nothingFoundMessage="No such folder"
      data={[
        { value: outsideValue, label: 'No folder (everyone sees it)' },
        ...folders.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={null}
      onChange={(chosen) => {
        const folder = chosen === outsideValue ? outside : folders.find(({ id }) => id === chosen);
        if (folder) onChoose(folder);
      }}
      onKeyDown={({ key }) => key === 'Escape' && onLeave?.()}
    />
  );
}
