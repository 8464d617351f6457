import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { InputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { ChevronDown, ChevronRight, SquareCheck } from '../../kernel/icons/icons.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { FolderIcon, ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { useSteadyRows } from './steady-rows.ts';
import styles from './take-back.module.css';
import type { TakeBackEntry } from './take-back.ts';
import { colorOfOutcome, sayOutcome } from './take-back-words.ts';
import { useEdit } from './use-edit.ts';

interface FolderGroupProps {
  takeBackId: string;
  /** Undefined for all entries, in a take-back without a preview. */
  folderId: string | undefined;
  title: string;
  /** Numbers of entries by kind. */
  numbers: string;
  isOpenAtFirst: boolean;
  isDone: boolean;
  openId: string | undefined;
  onOpen: (itemId: string) => void;
}

/** Entries of one folder, below its name and numbers. */
export function FolderGroup({ takeBackId, folderId, title, numbers, isOpenAtFirst, isDone, openId, onOpen }: FolderGroupProps) {
  const [isShown, setShown] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <section>
      <h2 className={styles.folder}>
        <button type="button" aria-expanded={isShown} aria-controls={isShown ? id : undefined} onClick={() => setShown(!isShown)}>
          {isShown ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
          <span>
            <b>{title}</b> {numbers}
          </span>
        </button>
      </h2>
      <div id={id}>
        {isShown && (
          <Entries
            // Results are a separate list.
            key={isDone ? 'done' : 'open'}
            label={title}
            asked={{ takeBackId, ...(folderId !== undefined && { folderId }) }}
            openId={openId}
            onOpen={onOpen}
          />
        )}
      </div>
    </section>
  );
}

interface EntriesProps extends Pick<FolderGroupProps, 'openId' | 'onOpen'> {
  label: string;
  asked: InputOf<'list_take_back_items'>;
}

function Entries({ label, asked, openId, onOpen }: EntriesProps) {
  const { orgId } = useMembership();
  const { rows: asOrdered, error, more, hasNextPage } = useRows(orgId, 'list_take_back_items', asked, 'items');
  const rows = useSteadyRows(asOrdered);
  const { edit, isLeftOut } = useEdit(asked.takeBackId);
  if (!rows) return error ? <Failed error={error} /> : <FirstRows />;
  return (
    <>
      <ul className={styles.entries} aria-label={`Items in ${label}`}>
        {rows.map((entry) => (
          <li key={entry.itemId} className={styles.entry} data-open={entry.itemId === openId || undefined}>
            {entry.isDone ? (
              <span />
            ) : (
              <Checkbox
                size="xs"
                aria-label={`Take ${entry.name} back`}
                checked={!isLeftOut(entry)}
                onChange={({ currentTarget }) => edit(currentTarget.checked ? { include: [entry.itemId] } : { exclude: [entry.itemId] })}
              />
            )}
            <Title entry={entry} onOpen={onOpen} />
            <span className={styles.outcome} data-expected={colorOfOutcome(entry)}>
              {sayOutcome(entry)}
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" size="compact-sm" className={styles.more ?? ''} onClick={more}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Opens the preview of an entry, or the item itself after it is done. */
function Title({ entry: { itemId, type, name, isDone }, onOpen }: { entry: TakeBackEntry; onOpen: (itemId: string) => void }) {
  const { orgId } = useMembership();
  const shown = (
    <>
      <Icon type={type} />
      <span title={name}>{name}</span>
    </>
  );
  if (!isDone)
    return (
      <button type="button" className={styles.title} onClick={() => onOpen(itemId)}>
        {shown}
      </button>
    );
  if (type === 'folder' || type === 'task') return <span className={styles.title}>{shown}</span>;
  return (
    <Link className={styles.title} to="/$orgId/documents/item/$itemId" params={{ orgId, itemId }} search={{ history: true }}>
      {shown}
    </Link>
  );
}

function Icon({ type }: Pick<TakeBackEntry, 'type'>) {
  if (type === 'task') return <SquareCheck size={14} strokeWidth={1.75} aria-hidden="true" />;
  return type === 'folder' ? <FolderIcon visibility="shared" /> : <ItemIcon of={{ type, kind: 'other' }} />;
}
