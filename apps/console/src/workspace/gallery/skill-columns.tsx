import { CircleAlert, CircleCheck } from '../../kernel/icons/icons.ts';
import type { Column } from '../../kernel/list/column.ts';
import { ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { count } from '../../kernel/words/count-words.ts';
import styles from './gallery.module.css';
import type { ListedSkill } from './sought.ts';

export const keyOf = ({ id }: ListedSkill): string => id;
export const versionOf = ({ name, versionCount, reviewed }: ListedSkill): string => `${name} ${versionCount} ${reviewed}`;

export const columns: Column<ListedSkill>[] = [
  {
    id: 'name',
    title: 'Skill',
    width: 'minmax(112px, 1.2fr)',
    cell: ({ name }) => (
      <>
        <ItemIcon of={{ type: 'skill', kind: 'skill' }} />
        <span className={styles.cut} title={name}>
          {name}
        </span>
      </>
    ),
  },
  {
    id: 'description',
    title: 'Description',
    width: 'minmax(160px, 2fr)',
    from: 720,
    cell: ({ description }) => (
      <span className={styles.dim} title={description}>
        {description}
      </span>
    ),
  },
  {
    id: 'folder',
    title: 'Folder',
    width: '104px',
    from: 900,
    cell: ({ folderName = 'no folder' }) => (
      <span className={styles.dim} title={folderName}>
        {folderName}
      </span>
    ),
  },
  { id: 'review', title: 'Review', width: '92px', cell: (skill) => <Review of={skill} /> },
  {
    id: 'use',
    title: 'Used by',
    width: '148px',
    from: 560,
    cell: ({ readerCount, machineCount }) =>
      readerCount === 0 ? (
        <span className={styles.dim}>no one yet</span>
      ) : machineCount === 0 ? (
        count(readerCount, 'reader')
      ) : (
        `${count(readerCount, 'reader')}, ${count(machineCount, 'machine')}`
      ),
  },
  { id: 'by', title: 'Changed by', width: '112px', from: 1040, cell: ({ by }) => <span className={styles.cut}>{by.name ?? ''}</span> },
  { id: 'changed', title: 'Changed', width: '88px', align: 'end', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

function Review({ of: { reviewed, versionCount } }: { of: ListedSkill }) {
  const Icon = reviewed ? CircleCheck : CircleAlert;
  return (
    <span
      className={styles.review}
      data-waits={!reviewed || undefined}
      title={reviewed ? undefined : `Version ${versionCount} waits for a review`}
    >
      <Icon size={14} aria-hidden="true" />
      {reviewed ? 'Reviewed' : 'Waiting'}
    </span>
  );
}
