import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { X } from '../../kernel/icons/icons.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { CommentForm } from './comment-form.tsx';
import { has } from './comment-threads.ts';
import styles from './comments.module.css';
import { ThreadView } from './thread-view.tsx';
import { type Subject, useCommentChanges, useComments } from './use-comments.ts';

export interface CommentListProps {
  subject: Subject;
  canResolve: boolean;
  /** Comment or answer named in the address. */
  chosen?: string | undefined;
  /** Quoted words for the next comment. */
  quote?: string | undefined;
  onQuoteUsed?: () => void;
  /** Scrolls to the quoted words of a comment. */
  onShow?: (commentId: string) => void;
}

/** The comments on a subject, and a form for the next one. */
export function CommentList({ subject, canResolve, chosen, quote, onQuoteUsed, onShow }: CommentListProps) {
  const [isAll, setAll] = useState(false);
  const open = useComments(subject, false);
  // Load resolved comments too if the address names a comment that is not open.
  const isElsewhere = chosen !== undefined && open.threads !== undefined && !open.threads.some((thread) => has(thread, chosen));
  const all = useComments(subject, true, isAll || isElsewhere);
  const showsAll = isAll || isElsewhere;
  const { threads, error } = showsAll ? all : open;
  const changes = useCommentChanges();
  const id = 'itemId' in subject ? subject.itemId : subject.taskId;
  return (
    <>
      {error && <Failed error={error} />}
      {isElsewhere && threads && !threads.some((thread) => has(thread, chosen)) && (
        <p className={styles.none}>The linked comment has been deleted.</p>
      )}
      <CommentForm
        key={quote}
        label="Comment"
        verb="Comment"
        draft={`new ${id}`}
        autoFocus={quote !== undefined}
        send={async (text) => {
          await changes.add({ ...subject, text, ...(quote !== undefined && { quote }) });
          onQuoteUsed?.();
        }}
      >
        {quote !== undefined && (
          <p className={styles.quote} dir="auto">
            <q>{quote}</q>
            <ActionIcon aria-label="Comment without the quote" onClick={onQuoteUsed}>
              <X size={14} />
            </ActionIcon>
          </p>
        )}
      </CommentForm>
      <ol className={styles.threads} aria-label="Comments">
        {threads?.map((thread) => (
          <ThreadView
            key={thread.root.commentId}
            thread={thread}
            isChosen={chosen !== undefined && has(thread, chosen)}
            canResolve={canResolve}
            changes={changes}
            onShow={onShow && thread.root.line !== null ? () => onShow(thread.root.commentId) : undefined}
          />
        ))}
      </ol>
      {threads?.length === 0 && !showsAll && <p className={styles.none}>No open comments.</p>}
      <Button variant="subtle" size="compact-xs" onClick={() => setAll(!showsAll)} disabled={isElsewhere}>
        {showsAll ? 'Hide resolved comments' : 'Show resolved comments'}
      </Button>
    </>
  );
}
