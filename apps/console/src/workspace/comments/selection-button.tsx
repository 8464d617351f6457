import { Button } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import { MessageSquarePlus } from '../../kernel/icons/icons.ts';
import { indexText } from '../find/text-index.ts';
import styles from './comments.module.css';
import { quoteOfSelection } from './quote.ts';

/** Time without a change after which a selection counts as finished. */
const settleMs = 200;
const gap = 6;

/** Returns the passage of the source that is selected in its rendered text. Undefined if nothing is selected. */
export function selectedQuote(content: Element | null, source: string): string | undefined {
  const range = selectedRange(content);
  if (!content || !range) return undefined;
  const index = indexText(content);
  const places = index.placesOf(range);
  return places && quoteOfSelection(source, index.text, places);
}

function selectedRange(content: Element | null): Range | undefined {
  const selection = getSelection();
  if (!content || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  return content.contains(range.commonAncestorContainer) ? range : undefined;
}

/** Button below selected words, to comment on them. */
export function SelectionButton({ content, onComment }: { content: RefObject<HTMLElement | null>; onComment: () => void }) {
  const [place, setPlace] = useState<{ top: number; left: number }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onSelect = () => {
      clearTimeout(timer);
      const isAny = selectedRange(content.current) !== undefined;
      if (!isAny) setPlace(undefined);
      else timer = setTimeout(() => setPlace(placeBelow(content.current)), settleMs);
    };
    document.addEventListener('selectionchange', onSelect);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onSelect);
    };
  }, [content]);
  if (!place) return null;
  return (
    <Button
      className={styles.onSelection ?? ''}
      style={place}
      size="compact-sm"
      variant="default"
      leftSection={<MessageSquarePlus size={14} />}
      // Keep the selection when the button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        onComment();
        setPlace(undefined);
      }}
    >
      Comment
    </Button>
  );
}

function placeBelow(content: HTMLElement | null): { top: number; left: number } | undefined {
  const range = selectedRange(content);
  if (!content || !range) return undefined;
  const [{ bottom, left }, view] = [range.getBoundingClientRect(), content.getBoundingClientRect()];
  return { top: bottom - view.top + content.scrollTop + gap, left: Math.max(gap, left - view.left) };
}
