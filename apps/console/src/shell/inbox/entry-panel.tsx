import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { type Entry, kindWords, nameOf } from './entry.ts';
import { EntryAuthor } from './entry-author.tsx';
import type { EntryViewProps } from './entry-view.ts';
import styles from './inbox.module.css';
import { placeOf } from './place-of.ts';

const views: Record<Entry['kind'], ComponentType<EntryViewProps>> = {
  review: lazy(async () => ({ default: (await import('./review-entry.tsx')).ReviewEntry })),
  skill: lazy(async () => ({ default: (await import('./skill-entry.tsx')).SkillEntry })),
  comment: lazy(async () => ({ default: (await import('./comment-entry.tsx')).CommentEntry })),
  tools: lazy(async () => ({ default: (await import('./tools-entry.tsx')).ToolsEntry })),
  task: lazy(async () => ({ default: (await import('./task-entry.tsx')).TaskEntry })),
};

interface EntryPanelProps {
  entry: Entry;
  onToggle: () => void;
  /** Called when a decision leaves nothing waiting. */
  onDecided: () => void;
  onClose: () => void;
}

/** Panel of one entry: its author, time and place, and the view in which the person decides. */
export function EntryPanel({ entry, onToggle, onDecided, onClose }: EntryPanelProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const place = placeOf(orgId, entry);
  useBindings('Entry', [
    { keys: 'o', does: 'Open its page', run: () => void navigate(place) },
    { keys: 'e', does: 'Mark as read or unread', run: onToggle, isQuiet: true },
  ]);
  const View = views[entry.kind];
  return (
    <SidePanel title={kindWords(entry)} isWide onClose={onClose}>
      <div className={styles.entry}>
        <p className={styles.title} dir="auto">
          {entry.item?.isDeleted ? nameOf(entry) : <Link {...place}>{nameOf(entry)}</Link>}
        </p>
        <p className={styles.by}>
          <EntryAuthor of={entry} /> · <Time at={entry.at} />
          {entry.item?.folderName && ` · ${entry.item.folderName}`}
          <Button variant="subtle" size="compact-xs" onClick={onToggle}>
            {entry.isRead ? 'Mark as unread' : 'Mark as read'}
          </Button>
        </p>
        <Suspense fallback={<FirstRows />}>
          <View key={entry.id} entry={entry} onDecided={onDecided} />
        </Suspense>
      </div>
    </SidePanel>
  );
}
