import { VisuallyHidden } from '@mantine/core';
import { MessageSquare, Plug } from '../../kernel/icons/icons.ts';
import type { Column } from '../../kernel/list/column.ts';
import { ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Due, StatusSign } from '../../workspace/tasks/signs.tsx';
import { aboutWords, type Entry, nameOf } from './entry.ts';
import { EntryAuthor } from './entry-author.tsx';
import styles from './inbox.module.css';

export const columns: Column<Entry>[] = [
  {
    id: 'what',
    title: 'Waiting for you',
    width: 'minmax(160px, 4fr)',
    cell: (entry) => (
      <>
        <span className={styles.dot} data-unread={!entry.isRead || undefined}>
          {!entry.isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
        </span>
        <EntryIcon entry={entry} />
        <span className={styles.name} data-unread={!entry.isRead || undefined} dir="auto" title={nameOf(entry)}>
          {nameOf(entry)}
        </span>
        <span className={styles.about} dir="auto" title={aboutWords(entry)}>
          {aboutWords(entry)}
        </span>
        {entry.task && <Due task={entry.task} />}
      </>
    ),
  },
  { id: 'by', title: 'From', width: 'minmax(96px, 1fr)', from: 640, cell: (entry) => <EntryAuthor of={entry} /> },
  { id: 'at', title: 'Time', width: '104px', cell: ({ at }) => <Time at={at} /> },
];

function EntryIcon({ entry: { kind, item, task } }: { entry: Entry }) {
  if (task) return <StatusSign status={task.status} />;
  if (item) return <ItemIcon of={{ type: item.type, kind: 'other' }} />;
  const Icon = kind === 'tools' ? Plug : MessageSquare;
  return <Icon size={14} strokeWidth={1.75} aria-hidden="true" className={styles.icon} />;
}
