import { changedWords } from '@gatehouse/domain/merge';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Agent } from '../../kernel/signs/who.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { Pieces } from '../history/difference.tsx';
import historyStyles from '../history/history.module.css';
import { DeclineForm } from './decline-form.tsx';
import { contextsOf } from './review-context.ts';
import styles from './reviews.module.css';
import { type Review, type ReviewChange, useDecide } from './use-review.ts';

/** Shows agents' changes with the text around them. Keys and buttons accept or decline each one. */
export function ReviewChanges({ review }: { review: Review }) {
  const { changes, canDecide } = review;
  const [at, setAt] = useState(0);
  const [declining, setDeclining] = useState<string>();
  const { decide, isPending } = useDecide(review);
  const current = Math.min(at, changes.length - 1);
  const go = (by: number) => setAt(Math.min(Math.max(current + by, 0), changes.length - 1));
  const accept = (change: ReviewChange | undefined) => change && !isPending && decide({ accept: [change.id] });
  useBindings('Review', [
    { keys: 'j', does: 'Next change', run: () => go(1) },
    { keys: 'k', does: 'Previous change', run: () => go(-1) },
    ...(canDecide
      ? [
          { keys: 'y', does: 'Accept change', run: () => accept(changes[current]) },
          { keys: 'n', does: 'Decline change', run: () => setDeclining(changes[current]?.id) },
          { keys: 'Y', does: 'Accept all changes', run: () => void (!isPending && decide({ accept: true })) },
        ]
      : []),
  ]);
  const contexts = contextsOf(review);
  return (
    <div className={styles.changes}>
      {changes.map((change, index) => (
        <div key={change.id}>
          <Context of={contexts[index] ?? []} />
          <Change
            review={review}
            change={change}
            number={index + 1}
            isCurrent={index === current}
            onChoose={() => setAt(index)}
            actions={
              canDecide &&
              (declining === change.id ? (
                <DeclineForm
                  isPending={isPending}
                  onClose={() => setDeclining(undefined)}
                  onDecline={(note) => decide({ decline: [change.id], ...(note !== '' && { note }) }, () => setDeclining(undefined))}
                />
              ) : (
                <div className={styles.verbs}>
                  <Button size="compact-sm" variant="default" disabled={isPending} onClick={() => accept(change)}>
                    Accept
                  </Button>
                  <Button size="compact-sm" variant="default" disabled={isPending} onClick={() => setDeclining(change.id)}>
                    Decline
                  </Button>
                </div>
              ))
            }
          />
        </div>
      ))}
      <Context of={contexts[changes.length] ?? []} />
      {canDecide && changes.length > 1 && (
        <div className={styles.verbs}>
          <Button disabled={isPending} onClick={() => decide({ accept: true })}>
            Accept all {count(changes.length, 'change')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Unchanged lines between two changes. Only the number of skipped lines is shown. */
function Context({ of }: { of: readonly (string | number)[] }) {
  return of.map((part, index) => {
    // Include the index: lines on both sides of a number can be the same.
    const key = `${index} ${typeof part}`;
    if (typeof part !== 'number')
      return (
        <p key={key} className={historyStyles.same}>
          {part}
        </p>
      );
    return (
      <p key={key} className={historyStyles.skipped}>
        {count(part, 'unchanged line')}
      </p>
    );
  });
}

interface ChangeProps {
  review: Review;
  change: ReviewChange;
  number: number;
  isCurrent: boolean;
  actions: React.ReactNode;
  onChoose: () => void;
}

function Change({ review, change, number, isCurrent, actions, onChoose }: ChangeProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isCurrent && number > 1) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent, number]);
  return (
    <section
      ref={place}
      className={styles.change}
      aria-label={`Change ${number} of ${review.changes.length}`}
      aria-current={isCurrent || undefined}
      onPointerDown={onChoose}
      onFocus={onChoose}
    >
      <Words of={change} waiting={review.waiting} />
      <ByLine of={change.by} />
      {actions}
    </section>
  );
}

function Words({ of: { before, after }, waiting }: { of: ReviewChange; waiting: Review['waiting'] }) {
  if (waiting !== 'text')
    return <p className={styles.whole}>{waiting === 'new' ? 'New' : 'New content, accepted or declined as a whole'}</p>;
  const [removed, added] = changedWords(...withoutEndings(before, after));
  return (
    <>
      {before !== '' && (
        <del className={historyStyles.removed}>
          <Pieces of={removed} />
        </del>
      )}
      {after !== '' && (
        <ins className={historyStyles.added}>
          <Pieces of={added} />
        </ins>
      )}
    </>
  );
}

/** Removes trailing blank lines from both texts, unless these are the only difference. */
function withoutEndings(before: string, after: string): [string, string] {
  const [shownBefore, shownAfter] = [before.trimEnd(), after.trimEnd()];
  return shownBefore === shownAfter ? [before, after] : [shownBefore, shownAfter];
}

/** Author and time of a change, with links to its version and its call. */
function ByLine({ of: { agent, person, at, version, requestId } }: { of: ReviewChange['by'] }) {
  const { orgId } = useMembership();
  return (
    <p className={styles.by}>
      <Agent name={agent ?? 'An agent'} person={person ?? undefined} /> · <Time at={at} /> · version {version}
      {requestId !== null && (
        <>
          {' · '}
          <Link to="/$orgId/activity" params={{ orgId }} search={{ requestId }}>
            Call
          </Link>
        </>
      )}
    </p>
  );
}
