import { Checkbox, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { LimitsFieldProps } from './chosen-limits.ts';
import styles from './limits-field.module.css';

type Folder = OutputOf<'list_folders'>['folders'][number];

/** Folders that a key is limited to; it sees nothing outside of them. */
export function FoldersField({ access, limits, onChange }: LimitsFieldProps) {
  const { orgId } = useMembership();
  const pages = useQuery(allPagesQuery(orgId, 'list_folders', {})).data ?? [];
  const folders = pages.flatMap((page) => page.folders);
  return (
    <fieldset className={styles.part}>
      <legend>Folders</legend>
      <SegmentedControl
        aria-label="Folders"
        value={limits.folders ? 'some' : 'all'}
        onChange={(value) => onChange({ ...limits, folders: value === 'all' ? undefined : new Map() })}
        data={[
          { value: 'all', label: 'All' },
          { value: 'some', label: 'Selected', disabled: folders.length === 0 },
        ]}
      />
      {folders.length === 0 && <p className={styles.dim}>There are no folders yet.</p>}
      {limits.folders && (
        <>
          <p className={styles.dim}>
            {limits.folders.size === 0 ? 'Choose at least one folder.' : 'The key sees these folders, and nothing outside of them.'}
          </p>
          {folders.map((folder) => (
            <FolderChoice key={folder.id} access={access} of={folder} limits={limits} onChange={onChange} />
          ))}
        </>
      )}
    </fieldset>
  );
}

function FolderChoice({ access, of: { id, name }, limits, onChange }: LimitsFieldProps & { of: Folder }) {
  const chosen = limits.folders?.get(id);
  const set = (level: 'read' | 'write' | undefined) => {
    const folders = new Map(limits.folders);
    if (level) folders.set(id, level);
    else folders.delete(id);
    onChange({ ...limits, folders });
  };
  return (
    <div className={styles.folder}>
      <Checkbox checked={chosen !== undefined} onChange={() => set(chosen ? undefined : access)} label={name} />
      {chosen && access === 'write' && (
        <SegmentedControl
          size="xs"
          aria-label={`Access to ${name}`}
          value={chosen}
          onChange={set}
          data={[
            { value: 'read', label: 'Read' },
            { value: 'write', label: 'Read and write' },
          ]}
        />
      )}
    </div>
  );
}
