import { Checkbox, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { pathName, treeOf } from '../../workspace/item/folder-tree.ts';
import type { ChosenFolders } from './chosen-limits.ts';
import styles from './limits-field.module.css';

export interface FoldersFieldProps {
  orgId: string;
  /** Access that the key has at most. */
  access: 'read' | 'write';
  folders: ChosenFolders;
  onChange: (folders: ChosenFolders) => void;
}

/** Folders that a key is limited to. Other folders are hidden from the key. */
export function FoldersField({ orgId, access, folders: chosen, onChange }: FoldersFieldProps) {
  const pages = useQuery(allPagesQuery(orgId, 'list_folders', {})).data ?? [];
  const folders = placedFolders(pages.flatMap((page) => page.folders));
  const choose = (id: string, level: 'read' | 'write' | undefined) => {
    const next = new Map(chosen);
    if (level) next.set(id, level);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className={styles.part}>
      <legend>Folders</legend>
      <SegmentedControl
        aria-label="Folders"
        value={chosen ? 'some' : 'all'}
        onChange={(value) => onChange(value === 'all' ? undefined : new Map())}
        data={[
          { value: 'all', label: 'All' },
          { value: 'some', label: 'Selected', disabled: folders.length === 0 },
        ]}
      />
      {folders.length === 0 && <p className={styles.dim}>There are no folders yet.</p>}
      {chosen && (
        <>
          <p className={styles.dim}>
            {chosen.size === 0 ? 'Choose at least one folder.' : 'It sees these folders, and nothing outside of them.'}
          </p>
          {folders.map(({ id, name, around, canWrite }) => {
            const level = chosen.get(id);
            // A chosen folder covers the folders below it. Choosing one of those can only add write access.
            const outer = level === undefined ? around.find((one) => chosen.has(one)) : undefined;
            const isCovered = outer !== undefined && (access === 'read' || !canWrite || around.some((one) => chosen.get(one) === 'write'));
            return (
              <div key={id} className={styles.folder}>
                <Checkbox
                  checked={level !== undefined || isCovered}
                  disabled={isCovered}
                  onChange={() => choose(id, level ? undefined : canWrite ? access : 'read')}
                  label={name}
                  {...(outer !== undefined && {
                    description: isCovered ? 'Inside a chosen folder' : 'Inside a folder that the key can read',
                  })}
                />
                {level && access === 'write' && canWrite && (
                  <FolderAccess name={name} value={level} onChange={(next) => choose(id, next)} />
                )}
              </div>
            );
          })}
        </>
      )}
    </fieldset>
  );
}

type Folder = OutputOf<'list_folders'>['folders'][number];

/** Sorts folders by path. `around` lists the folders above each one. */
function placedFolders(folders: readonly Folder[]) {
  const tree = treeOf(folders);
  return folders
    .map(({ id, canWrite }) => {
      const path = tree.pathTo(id);
      return { id, canWrite, name: pathName(path), around: path.slice(0, -1).map((one) => one.id) };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}

interface FolderAccessProps {
  name: string;
  value: 'read' | 'write';
  onChange: (value: 'read' | 'write') => void;
}

function FolderAccess({ name, value, onChange }: FolderAccessProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={`Access to ${name}`}
      value={value}
      onChange={onChange}
      data={[
        { value: 'read', label: 'Read' },
        { value: 'write', label: 'Read and write' },
      ]}
    />
  );
}
