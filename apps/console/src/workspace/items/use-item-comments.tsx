import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useCallback, useState } from 'react';
import { MessageSquare } from '../../kernel/icons/icons.ts';
import { count } from '../../kernel/words/count-words.ts';
import { CommentsPanel } from '../comments/comments-panel.tsx';
import { SelectionButton, selectedQuote } from '../comments/selection-button.tsx';
import { useCommentMarks } from '../comments/use-comment-marks.ts';
import { useComments } from '../comments/use-comments.ts';
import type { Item } from '../item/item.ts';
import styles from './items.module.css';

const route = getRouteApi('/$orgId/documents/item/$itemId');

interface ItemComments {
  /** Opens the panel, and quotes the selected words in a new comment. */
  open: () => void;
  toggle: () => void;
  button: ReactNode;
  panel: ReactNode;
  selection: ReactNode;
}

/** Returns the parts of an item's page that show comments: a button with their number, the panel, and a button at selected words. */
export function useItemComments(item: Item, content: RefObject<HTMLElement | null>): ItemComments {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [quote, setQuote] = useState<string>();
  const { threads } = useComments({ itemId: item.id }, false);
  const { history: _, comments, comment: chosen, ...closed } = search;
  const isOpen = comments === true || chosen !== undefined;
  // Past versions, and other files of a skill, do not contain the quoted words.
  const source = search.version === undefined && search.file === undefined ? item.text : null;
  const show = useCallback(
    (comment?: string) =>
      void navigate({
        search: ({ history: _, comment: __, ...before }) => ({
          ...before,
          comments: true as const,
          ...(comment !== undefined && { comment }),
        }),
        replace: true,
      }),
    [navigate],
  );
  const showWords = useCommentMarks({ content, source, threads, chosen, onChoose: show });
  const close = () => {
    setQuote(undefined);
    void navigate({ search: closed, replace: true });
  };
  const open = () => {
    setQuote(source === null ? undefined : selectedQuote(content.current, source));
    show();
  };
  const number = threads?.length ?? 0;
  return {
    open,
    toggle: isOpen ? close : open,
    button: (
      <Button
        variant="default"
        className={styles.comments ?? ''}
        aria-label={number === 0 ? 'Comments' : `Comments: ${count(number, 'open thread')}`}
        aria-expanded={isOpen}
        title="Comments"
        onClick={isOpen ? close : open}
        leftSection={<MessageSquare size={14} />}
      >
        {number > 0 && number}
      </Button>
    ),
    panel: isOpen && (
      <CommentsPanel
        subject={{ itemId: item.id }}
        canResolve={item.canWrite}
        chosen={chosen}
        quote={quote}
        onQuoteUsed={() => setQuote(undefined)}
        onShow={(commentId) => (commentId === chosen ? showWords(commentId) : show(commentId))}
        onClose={close}
      />
    ),
    selection: source !== null && <SelectionButton content={content} onComment={open} />,
  };
}
