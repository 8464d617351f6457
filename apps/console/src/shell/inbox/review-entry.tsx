import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { itemQuery } from '../../workspace/item/item.ts';
import { Markdown } from '../../workspace/reading/markdown.tsx';
import { ChangeAuthor } from '../../workspace/reviews/change-author.tsx';
import { ChangeWords } from '../../workspace/reviews/change-words.tsx';
import type { Decision } from '../../workspace/reviews/decision-queue.ts';
import { DeclineForm } from '../../workspace/reviews/decline-form.tsx';
import reviewStyles from '../../workspace/reviews/reviews.module.css';
import { useDecisions } from '../../workspace/reviews/use-decisions.ts';
import { type Review, useReview } from '../../workspace/reviews/use-review.ts';
import type { EntryViewProps } from './entry-view.ts';
import styles from './inbox.module.css';

/** Agents' changes to an item. `y` accepts and `n` declines what is shown. // D78 */
export function ReviewEntry({ entry, onDecided }: EntryViewProps) {
  const { data: review, error, refetch } = useReview(entry.id, true);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!review) return <FirstRows />;
  if (review.waiting === null) return <p className={styles.none}>Nothing waits here any more.</p>;
  return <Waiting latest={review} onDecided={onDecided} />;
}

function Waiting({ latest, onDecided }: { latest: Review; onDecided: () => void }) {
  const { review, decided, decide } = useDecisions(latest);
  const [declining, setDeclining] = useState<Decision['ids']>();
  const { waiting } = review;
  const changes = review.changes.filter(({ id }) => !decided.has(id));
  const send = (decision: Decision) => {
    setDeclining(undefined);
    decide(decision);
    if (decision.ids === true || changes.length === 1) onDecided();
  };
  const isDeletion = waiting === 'deletion';
  const all = waiting === 'text' && changes.length > 1 ? ` all ${count(changes.length, 'change')}` : '';
  const words = isDeletion ? { accept: 'Leave in trash', decline: 'Restore' } : { accept: `Accept${all}`, decline: `Decline${all}` };
  const accept = () => changes.length > 0 && send({ verdict: 'accept', ids: true });
  // Declining a deletion restores the item, which needs no reason.
  const decline = () => (isDeletion ? send({ verdict: 'decline', ids: true }) : setDeclining(true));
  useBindings('Entry', [
    { keys: 'y', does: words.accept, run: accept },
    { keys: 'n', does: words.decline, run: decline },
  ]);
  const form = (ids: Decision['ids'], verb: string) => (
    <DeclineForm
      verb={verb}
      onClose={() => setDeclining(undefined)}
      onDecline={(note) => send({ verdict: 'decline', ids, ...(note !== '' && { note }) })}
    />
  );
  return (
    <>
      {declining === true ? (
        form(true, words.decline)
      ) : (
        <div className={reviewStyles.verbs}>
          <Button onClick={accept}>{words.accept}</Button>
          <Button variant="default" onClick={decline}>
            {words.decline}
          </Button>
        </div>
      )}
      {(waiting === 'new' || waiting === 'content') && <Content itemId={review.id} isNew={waiting === 'new'} />}
      {waiting === 'text' && (
        <ol className={styles.changes} aria-label="Changes">
          {changes.map((change) => (
            <li key={change.id} className={reviewStyles.change}>
              <ChangeWords of={change} waiting={waiting} />
              <ChangeAuthor of={change.by} />
              {changes.length > 1 &&
                (Array.isArray(declining) && declining.includes(change.id) ? (
                  form([change.id], 'Decline change')
                ) : (
                  <div className={reviewStyles.verbs}>
                    <Button size="compact-sm" variant="default" onClick={() => send({ verdict: 'accept', ids: [change.id] })}>
                      Accept
                    </Button>
                    <Button size="compact-sm" variant="default" onClick={() => setDeclining([change.id])}>
                      Decline
                    </Button>
                  </div>
                ))}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** Content that is decided as a whole. */
function Content({ itemId, isNew }: { itemId: string; isNew: boolean }) {
  const { orgId } = useMembership();
  const { data: item } = useQuery(itemQuery(orgId, itemId));
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <>
      <p className={reviewStyles.by}>{isNew ? 'An agent created this.' : 'An agent replaced the content.'}</p>
      {item?.text && (
        <div ref={scroller} className={styles.content}>
          {item.type === 'doc' ? (
            <Markdown text={item.text} title={item.name} scroller={scroller} marksChanges={false} />
          ) : (
            <pre className={reviewStyles.plain}>{item.text}</pre>
          )}
        </div>
      )}
    </>
  );
}
