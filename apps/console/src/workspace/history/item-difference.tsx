import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import type { Item } from '../item/item.ts';
import { Difference } from './difference.tsx';
import styles from './history.module.css';

const changes = { added: 'Added', changed: 'Changed', removed: 'Removed' };

type ChangedFile = NonNullable<OutputOf<'compare_versions'>['changedFiles']>[number];

interface ItemDifferenceProps {
  item: Pick<Item, 'id' | 'type'>;
  before: number;
  after: number;
}

/** Maximum files opened automatically: each one is a call. */
const maxOpen = 5;

/** Differences between two versions, for a skill in all its files. */
export function ItemDifference({ item, before, after }: ItemDifferenceProps) {
  return item.type === 'skill' ? (
    <SkillDifference itemId={item.id} before={before} after={after} />
  ) : (
    <Difference itemId={item.id} before={before} after={after} />
  );
}

type SkillDifferenceProps = Omit<ItemDifferenceProps, 'item'> & { itemId: string };

function SkillDifference({ itemId, before, after }: SkillDifferenceProps) {
  const { orgId } = useMembership();
  const { data, error } = useQuery({
    queryKey: [orgId, 'compare_versions', 'files', { itemId, before, after }],
    queryFn: ({ signal }) => call(orgId, 'compare_versions', { itemId, before, after }, signal),
    // Versions stay as they are.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Failed error={error} />;
  if (!data) return <FirstRows />;
  const files = data.changedFiles ?? [];
  if (files.length === 0) return <p className={styles.none}>No files changed.</p>;
  return (
    <ul className={styles.files} aria-label="Changed files">
      {files.map((file, index) => (
        <li key={file.path}>
          <FileDifference itemId={itemId} before={before} after={after} file={file} isFirst={index < maxOpen} />
        </li>
      ))}
    </ul>
  );
}

function FileDifference({ itemId, before, after, file, isFirst }: SkillDifferenceProps & { file: ChangedFile; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(isFirst);
  return (
    <>
      <button type="button" className={styles.file} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{file.path}</span>
        <span className={styles.summary}>{changes[file.change]}</span>
      </button>
      {isOpen && <Difference itemId={itemId} before={before} after={after} path={file.path} />}
    </>
  );
}
