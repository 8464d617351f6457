import { ActionIcon, Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Check, CircleAlert, X } from '../../kernel/icons/icons.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { bytes, count } from '../../kernel/words/count-words.ts';
import { uploads, useUploads } from './store.ts';
import styles from './upload-list.module.css';
import type { Upload } from './uploads.ts';

/** The files on their way, in a corner of the page, until the person takes them off. */
export function UploadList() {
  const list = useUploads();
  const done = list.filter(({ state }) => state === 'done').length;
  const failed = list.filter(({ state }) => state === 'failed').length;
  useFreshLists(done);
  const shown = list.length > maxShown ? list.toSorted(byState).slice(0, maxShown) : list;
  if (list.length === 0) return null;
  return (
    <section className={styles.place} aria-label="Uploads">
      <div className={styles.head}>
        <h2>Uploads</h2>
        <p role="status">
          {done} of {list.length} done
          {failed > 0 && `, ${`${failed} failed`}`}
        </p>
        {done > 0 && (
          <Button variant="default" size="compact-xs" onClick={uploads.clear}>
            Clear finished
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {shown.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
      {list.length > shown.length && <p className={styles.rest}>and {count(list.length - shown.length, 'other')}</p>}
    </section>
  );
}

/** Maximum uploads listed. Uploads that need an action come first. */
const maxShown = 100;
const order: Record<Upload['state'], number> = { failed: 0, sending: 1, waiting: 2, done: 3 };
const byState = (one: Upload, other: Upload) => order[one.state] - order[other.state];

/** Minimum milliseconds between refetches of a list. */
const freshEveryMs = 1500;

/** Refetches lists soon after an upload, even if no events arrive. */
function useFreshLists(done: number): void {
  const queries = useQueryClient();
  const { orgId } = useMembership();
  const before = useRef(done);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (done > before.current)
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        for (const name of ['browse_folder', 'read_item', 'list_item_versions'])
          void queries.invalidateQueries({ queryKey: [orgId, name] });
      }, freshEveryMs);
    before.current = done;
  }, [queries, orgId, done]);
}

function Row({ upload }: { upload: Upload }) {
  const { id, name, size, state, share } = upload;
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name} title={name}>
          <Name upload={upload} />
        </span>
        <span className={styles.figure}>{state === 'sending' ? `${Math.floor(share * 100)}% of ${bytes(size)}` : words[state](size)}</span>
        {state === 'done' && <Check size={14} className={styles.good} aria-hidden="true" />}
        {state === 'failed' && (
          <Button variant="default" size="compact-xs" aria-label={`Retry ${name}`} onClick={() => uploads.retry(id)}>
            Retry
          </Button>
        )}
        <ActionIcon aria-label={`${state === 'done' ? 'Dismiss' : 'Cancel'} ${name}`} onClick={() => uploads.remove(id)}>
          <X size={14} />
        </ActionIcon>
      </div>
      {state === 'sending' && <Progress value={share * 100} size="xs" aria-label={`Upload of ${name}`} />}
      {state === 'failed' && (
        <p className={styles.fault} role="alert">
          <CircleAlert size={14} aria-hidden="true" />
          <span>{messageOf(upload.error)}</span>
        </p>
      )}
    </li>
  );
}

const words: Record<Upload['state'], (size: number) => string> = {
  waiting: (size) => `${bytes(size)}, waiting`,
  sending: bytes,
  done: (size) => `${bytes(size)}, done`,
  failed: bytes,
};

function Name({ upload: { name, written } }: { upload: Upload }) {
  const { orgId } = useMembership();
  if (!written) return name;
  return (
    <Link to="/$orgId/documents/item/$itemId" params={{ orgId, itemId: written.id }}>
      {name}
    </Link>
  );
}
