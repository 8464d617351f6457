import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Check } from '../../kernel/icons/icons.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { CommentForm } from './comment-form.tsx';
import type { Thread } from './comment-threads.ts';
import { CommentView } from './comment-view.tsx';
import styles from './comments.module.css';
import type { CommentChanges } from './use-comments.ts';

export interface ThreadViewProps {
  thread: Thread;
  /** True if the address names the thread, or a click in the text chose it. */
  isChosen: boolean;
  canResolve: boolean;
  changes: CommentChanges;
  /** Scrolls to the quoted words in the text. */
  onShow: (() => void) | undefined;
  /** Given if no other thread is shown. Keys then answer and resolve it. */
  alone?: { onResolved: () => void };
}

/** A comment with its answers, and the forms to answer and resolve it. */
export function ThreadView({ thread: { root, answers }, isChosen, canResolve, changes, onShow, alone }: ThreadViewProps) {
  const [isAnswering, setAnswering] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const isResolved = root.resolvedAt !== null;
  const answer = () => setAnswering(true);
  const resolve = async () => {
    await changes.resolve(root.commentId, !isResolved);
    if (!isResolved) alone?.onResolved();
  };
  const keys = [
    { keys: 'r', does: 'Answer comment', run: answer },
    ...(canResolve ? [{ keys: 'y', does: 'Resolve comment', run: () => void resolve() }] : []),
  ];
  useBindings('Entry', alone ? keys : []);
  return (
    <li ref={place} className={styles.thread} data-chosen={isChosen || undefined} data-resolved={isResolved || undefined}>
      {root.quote !== null && <Quote quote={root.quote} isGone={root.line === null} onShow={onShow} />}
      <CommentView comment={root} changes={changes} />
      {answers.length > 0 && (
        <ol className={styles.answers}>
          {answers.map((answer) => (
            <li key={answer.commentId}>
              <CommentView comment={answer} changes={changes} />
            </li>
          ))}
        </ol>
      )}
      {isAnswering ? (
        <CommentForm
          label="Answer"
          verb="Answer"
          draft={`answer ${root.commentId}`}
          autoFocus
          send={async (text) => {
            await changes.add({ answerTo: root.commentId, text });
            setAnswering(false);
          }}
          onCancel={() => setAnswering(false)}
        />
      ) : (
        <div className={styles.buttons}>
          <Button variant="subtle" size="compact-sm" onClick={answer}>
            Answer
          </Button>
          {canResolve && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={isResolved ? undefined : <Check size={14} />}
              onClick={() => void resolve()}
            >
              {isResolved ? 'Reopen' : 'Resolve'}
            </Button>
          )}
          {isResolved && <span className={styles.resolved}>Resolved</span>}
        </div>
      )}
    </li>
  );
}

function Quote({ quote, isGone, onShow }: { quote: string; isGone: boolean; onShow: (() => void) | undefined }) {
  if (isGone || !onShow)
    return (
      <p className={styles.quote} dir="auto">
        <q>{quote}</q>
        {isGone && <span className={styles.gone}>These words are no longer in the text.</span>}
      </p>
    );
  return (
    <button type="button" className={styles.quote} dir="auto" title="Show in the text" onClick={onShow}>
      <q>{quote}</q>
    </button>
  );
}
