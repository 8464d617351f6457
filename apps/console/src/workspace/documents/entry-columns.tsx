import type { ReactNode } from 'react';
import type { Column } from '../../kernel/list/column.ts';
import { FolderIcon, ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { bytes, count } from '../../kernel/words/count-words.ts';
import { typeNames } from '../../kernel/words/type-names.ts';
import { ItemMarks } from '../items/item-marks.tsx';
import styles from './documents.module.css';
import type { Entry } from './use-entries.ts';
import type { Folder } from './use-folders.ts';

export type Row = { kind: 'folder'; folder: Folder } | { kind: 'entry'; entry: Entry };

export const keyOf = (row: Row): string => (row.kind === 'folder' ? row.folder.id : row.entry.id);
export const versionOf = (row: Row): string =>
  row.kind === 'folder'
    ? `${row.folder.name} ${row.folder.itemCount} ${row.folder.visibility}`
    : `${row.entry.name} ${row.entry.versionCount}`;

const seenBy: Record<Folder['visibility'], string> = {
  private: 'Private',
  shared: 'Shared with people',
  organization: 'Shared with everyone',
};

export const columns: Column<Row>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(160px, 3fr)',
    cell: (row) =>
      row.kind === 'folder' ? (
        <Named icon={<FolderIcon visibility={row.folder.visibility} />} name={row.folder.name} />
      ) : (
        <>
          <Named icon={<ItemIcon of={row.entry} />} name={row.entry.name} />
          <ItemMarks of={row.entry} />
        </>
      ),
  },
  {
    id: 'kind',
    title: 'Type',
    width: '84px',
    from: 560,
    cell: (row) => <span className={styles.dim}>{row.kind === 'folder' ? 'Folder' : typeNames[row.entry.type]}</span>,
  },
  {
    id: 'change',
    title: 'Change',
    width: 'minmax(100px, 2fr)',
    from: 720,
    cell: (row) => (
      <span className={styles.change} title={row.kind === 'folder' ? undefined : row.entry.lastChange}>
        {row.kind === 'folder' ? seenBy[row.folder.visibility] : row.entry.lastChange}
      </span>
    ),
  },
  {
    id: 'size',
    title: 'Size',
    width: '76px',
    from: 480,
    align: 'end',
    cell: (row) => (row.kind === 'folder' ? count(row.folder.itemCount, 'item') : bytes(row.entry.sizeBytes)),
  },
  {
    id: 'changed',
    title: 'When',
    width: '104px',
    align: 'end',
    cell: (row) => (row.kind === 'folder' ? null : <Time at={row.entry.updatedAt} />),
  },
];

function Named({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <>
      {icon}
      <span className={styles.name} title={name}>
        {name}
      </span>
    </>
  );
}
