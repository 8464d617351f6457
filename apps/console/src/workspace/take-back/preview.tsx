import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { Split } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useAskedFirst, useNextToChoose } from './asked-first.ts';
import { EntryPanel } from './entry-panel.tsx';
import { FolderGroup } from './folder-group.tsx';
import styles from './take-back.module.css';
import type { TakeBack } from './take-back.ts';
import { sayInFolder, sayNumbers, sayWhy } from './take-back-words.ts';

type First = OutputOf<'preview_take_back'>;
type Folder = First['folders'][number];

/** Folders that are open at first, besides those with choices. */
const openAtFirst = 3;

interface PreviewProps {
  takeBack: TakeBack;
  first: First | undefined;
  folders: readonly Folder[];
  more: () => void;
}

/** Numbers first, followed by the folders. An open entry is shown at the side. */
export function Preview({ takeBack: { takeBackId, state }, first, folders: found, more }: PreviewProps) {
  const [openId, setOpenId] = useState<string>();
  const body = useRef<HTMLDivElement>(null);
  // Loads all folders, which are few compared with their content.
  useEffect(more, [more, found.length]);
  const folders = useAskedFirst(found);
  const { next } = useNextToChoose(takeBackId, folders, setOpenId);
  const close = () => {
    // A panel that was opened from another panel cannot return the focus to it.
    body.current?.querySelector<HTMLElement>('[data-open] button')?.focus();
    setOpenId(undefined);
  };
  const isDone = state === 'done';
  // Take-backs by an agent's call have no numbers.
  const hasNumbers = folders.some(({ counts }) => Object.values(counts).some((count) => count > 0));
  useRowsOfTheEnd(isDone);
  const needsYou = isDone ? 0 : (first?.counts.needs_you ?? 0);
  const shared = { takeBackId, isDone, openId, onOpen: setOpenId };
  return (
    <Split>
      <div className={styles.body} ref={body}>
        {first && hasNumbers && <Numbers first={first} isDone={isDone} onChoose={needsYou > 0 ? () => next(openId) : undefined} />}
        {hasNumbers ? (
          folders.map(({ folderId, name, counts }, index) => (
            <FolderGroup
              key={folderId}
              {...shared}
              folderId={folderId}
              title={name ?? 'Tasks, and items in no folder'}
              numbers={isDone ? '' : sayInFolder(counts)}
              isOpenAtFirst={index < openAtFirst || counts.needs_you > 0}
            />
          ))
        ) : (
          <FolderGroup {...shared} folderId={undefined} title="All items" numbers="" isOpenAtFirst />
        )}
      </div>
      {openId !== undefined && !isDone && (
        <EntryPanel key={openId} takeBackId={takeBackId} itemId={openId} needsYou={needsYou} onNext={() => next(openId)} onClose={close} />
      )}
    </Split>
  );
}

/** Refetches rows after another tab has finished. */
function useRowsOfTheEnd(isDone: boolean): void {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: [orgId, 'list_take_back_items'] });
  }, [isDone, queries, orgId]);
}

interface NumbersProps {
  first: First;
  isDone: boolean;
  /** Undefined if there is nothing to choose. */
  onChoose: (() => void) | undefined;
}

function Numbers({ first: { counts, reasons }, isDone, onChoose }: NumbersProps) {
  if (isDone && reasons.length === 0) return null;
  return (
    <div className={styles.numbers}>
      {!isDone && (
        <div className={styles.sum}>
          <p role="status">
            <b>{sayNumbers(counts)}</b>
          </p>
          {onChoose && (
            <Button variant="default" size="compact-sm" onClick={onChoose}>
              Resolve
            </Button>
          )}
        </div>
      )}
      {reasons.length > 0 && (
        <ul aria-label="What stays, and why">
          {reasons.map((reason) => (
            <li key={reason.reason}>{sayWhy(reason)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
