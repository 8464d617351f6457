import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { pathName, treeOf } from './folder-tree.ts';

/** Place outside of folders. */
export const outside = { id: null, name: 'no folder' } as const;

const outsideValue = 'outside';

export interface FolderSelectProps {
  label: string;
  onChoose: (folder: { id: string | null; name: string }) => void;
  onLeave?: () => void;
  autoFocus?: boolean;
  /** Label of the place outside of folders. */
  outsideLabel?: string;
  /** Folder that cannot be chosen, with everything below it. */
  except?: string;
}

/** Choice of a folder into which the person can put something, or none. */
export function FolderSelect(props: FolderSelectProps) {
  const { label, onChoose, onLeave, autoFocus = false, outsideLabel = 'No folder (everyone sees it)', except } = props;
  const { orgId } = useMembership();
  const pages = useQuery(allPagesQuery(orgId, 'list_folders', {})).data;
  const folders = useMemo(() => {
    const all = pages?.flatMap((page) => page.folders) ?? [];
    const tree = treeOf(all);
    return all
      .filter(({ canWrite }) => canWrite)
      .map(({ id, name }) => ({ id, name, path: tree.pathTo(id) }))
      .filter(({ path }) => !path.some(({ id }) => id === except))
      .map(({ path, ...folder }) => ({ ...folder, label: pathName(path) }))
      .sort((one, other) => one.label.localeCompare(other.label));
  }, [pages, except]);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      searchable
      autoFocus={autoFocus}
      defaultDropdownOpened={autoFocus}
      limit={100}
      nothingFoundMessage="No such folder"
      data={[{ value: outsideValue, label: outsideLabel }, ...folders.map(({ id, label }) => ({ value: id, label }))]}
      value={null}
      onChange={(chosen) => {
        const folder = chosen === outsideValue ? outside : folders.find(({ id }) => id === chosen);
        if (folder) onChoose(folder);
      }}
      onKeyDown={({ key }) => key === 'Escape' && onLeave?.()}
    />
  );
}
