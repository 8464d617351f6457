import { SquareCheck } from 'lucide-react';
import type { Column } from '../../kernel/list/column.ts';
import { FolderIcon, ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { takeBackEntryColumns as strings } from '../strings.ts';
import styles from './take-back.module.css';
import type { TakeBackEntry } from './take-back.ts';
import { sayOutcome } from './take-back-words.ts';

export const keyOf = ({ itemId }: TakeBackEntry): string => itemId;
export const versionOf = (row: TakeBackEntry): string => sayOutcome(row);

export const entryColumns: Column<TakeBackEntry>[] = [
  {
    id: 'name',
    title: strings.item,
    width: 'minmax(140px, 2fr)',
    cell: ({ type, name }) => (
      <>
        <Icon type={type} />
        <span className={styles.name} title={name}>
          {name}
        </span>
      </>
    ),
  },
  {
    id: 'outcome',
    title: strings.result,
    width: 'minmax(120px, 2fr)',
    cell: (row) => (
      <span className={styles.name} data-outcome={row.outcome} title={sayOutcome(row)}>
        {sayOutcome(row)}
      </span>
    ),
  },
  {
    id: 'others',
    title: strings.notRestorable,
    width: 'minmax(120px, 1fr)',
    from: 640,
    cell: ({ others }) => <span className={styles.name}>{others.join(', ')}</span>,
  },
];

function Icon({ type }: Pick<TakeBackEntry, 'type'>) {
  if (type === 'task') return <SquareCheck size={14} strokeWidth={1.75} aria-hidden="true" />;
  return type === 'folder' ? <FolderIcon visibility="shared" /> : <ItemIcon of={{ type, kind: 'other' }} />;
}
