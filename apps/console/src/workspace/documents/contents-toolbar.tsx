import { SegmentedControl, Select } from '@mantine/core';
import { MomentForm } from '../past/moment-form.tsx';
import styles from './documents.module.css';
import { DeleteFolder, FolderForm } from './folder-actions.tsx';
import { MoveFolder } from './move-folder.tsx';
import { NewForm } from './new-form.tsx';
import type { OpenFolder } from './open-folder.ts';
import type { Browsed } from './search.ts';
import { TrashAndDrafts } from './trash-and-drafts.tsx';

/** Form in the line below the title. */
export type Asked = 'doc' | 'skill' | 'folder' | 'rename' | 'move' | 'delete' | 'past';

interface ContentsToolbarProps {
  /** Undefined if the list can be filtered instead. */
  asked: Asked | undefined;
  folder: OpenFolder | undefined;
  search: Browsed;
  onNarrow: (next: Browsed) => void;
  onLeave: () => void;
}

const types = [
  { value: '', label: 'All types' },
  { value: 'doc', label: 'Documents' },
  { value: 'file', label: 'Files' },
  { value: 'skill', label: 'Skills' },
];

const orders = [
  { value: 'name', label: 'Name' },
  { value: 'changed', label: 'Last changed' },
];

export function ContentsToolbar({ asked, folder, search, onNarrow, onLeave }: ContentsToolbarProps) {
  if (asked === 'rename' && folder) return <FolderForm folder={folder} onClose={onLeave} />;
  if (asked === 'move' && folder) return <MoveFolder folder={folder} onClose={onLeave} />;
  if (asked === 'delete' && folder) return <DeleteFolder folder={folder} onClose={onLeave} />;
  if (asked === 'past') return <MomentForm onView={(asOf) => onNarrow({ asOf })} onClose={onLeave} />;
  if (asked)
    return <NewForm key={asked} what={asked === 'folder' || asked === 'skill' ? asked : 'doc'} folderId={folder?.id} onClose={onLeave} />;
  return (
    <>
      <Select
        aria-label="Type"
        w={130}
        data={types}
        value={search.type ?? ''}
        onChange={(type) => onNarrow({ type: (type || undefined) as Browsed['type'] })}
      />
      <SegmentedControl
        aria-label="Sort by"
        value={search.sort ?? 'name'}
        onChange={(sort) => onNarrow({ sort: sort as Browsed['sort'] })}
        data={orders}
      />
      {!folder && (
        <nav className={styles.withoutTree} aria-label="Trash and drafts">
          <TrashAndDrafts />
        </nav>
      )}
    </>
  );
}
