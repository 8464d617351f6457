import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { byCursor, cursorArgument } from '../../kernel/calls/by-cursor.ts';
import { CallError, call, type OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { count } from '../../kernel/words/count-words.ts';
import styles from './history.module.css';

export type Part = OutputOf<'compare_versions'>['parts'][number];

interface DifferenceProps {
  itemId: string;
  before: number;
  after: number;
  /** File of a skill, unless it is SKILL.md. */
  path?: string;
  /** True to show only the beginning, without controls. */
  isGlance?: boolean;
}

/** Differences between two versions, word by word, with the lines around them. */
export function Difference({ itemId, before, after, path, isGlance = false }: DifferenceProps) {
  const { orgId } = useMembership();
  const asked = { itemId, before, after, ...(path !== undefined && { path }) };
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [orgId, 'compare_versions', asked],
    queryFn: ({ pageParam, signal }) => call(orgId, 'compare_versions', { ...asked, ...cursorArgument(pageParam) }, signal),
    ...byCursor,
    // Versions stay as they are.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isNoText(error)) return <p className={styles.none}>This file isn't text, so its changes aren't shown.</p>;
  if (error) return <Failed error={error} />;
  if (isPending) return <FirstRows />;
  const parts = data.pages.flatMap((page) => page.parts);
  if (!parts.some(({ kind }) => kind === 'changed')) return <p className={styles.none}>No changes to the text.</p>;
  return (
    <div className={styles.difference}>
      <Parts of={parts} />
      {hasNextPage && !isGlance && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more changes
        </Button>
      )}
    </div>
  );
}

/** True for files that are not text: they are reported as changed without details. */
const isNoText = (error: unknown): boolean => error instanceof CallError && error.reason === 'not_text';

/** Pieces of a difference, in their order. */
export function Parts({ of: parts }: { of: readonly Part[] }) {
  return parts.map((part) => <PartView key={`${part.kind} ${part.before} ${part.after}`} part={part} />);
}

function PartView({ part: { kind, lines, text, removed, added, isClipped } }: { part: Part }) {
  if (kind === 'skipped') return <p className={styles.skipped}>{count(lines, 'unchanged line')}</p>;
  if (kind === 'same') return <p className={styles.same}>{text}</p>;
  return (
    <>
      {removed.length > 0 && (
        <del className={styles.removed}>
          <Pieces of={removed} />
        </del>
      )}
      {added.length > 0 && (
        <ins className={styles.added}>
          <Pieces of={added} />
        </ins>
      )}
      {isClipped && <p className={styles.skipped}>Only the start of this change is shown.</p>}
    </>
  );
}

/** A text with highlighted changed words. */
export function Pieces({ of: pieces }: { of: Part['removed'] }) {
  return pieces.map(({ text, isChanged }, index) => {
    const key = `${index} ${isChanged}`;
    return isChanged ? <b key={key}>{text}</b> : <span key={key}>{text}</span>;
  });
}
