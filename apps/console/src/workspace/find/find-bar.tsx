import { ActionIcon, TextInput, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { ChevronDown, ChevronUp, X } from '../../kernel/icons/icons.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { number, numberSoFar } from '../../kernel/words/count-words.ts';
import styles from './find.module.css';
import { maxWanted } from './find-matches.ts';
import { useFind } from './use-find.ts';

interface FindBarProps {
  /** Searched element, which scrolls. */
  content: RefObject<HTMLElement | null>;
  /** Number of times the bar was opened. Each time, the field is selected for the next words. */
  asked: number;
  /** Words that a search came here for. */
  sought?: string | undefined;
  onClose: () => void;
}

/** Finds words in the text, including parts that the browser has not laid out yet. */
export function FindBar({ content, asked, sought, onClose }: FindBarProps) {
  const [typed, setTyped] = useState(() => sought?.slice(0, maxWanted) ?? selectedWords());
  const field = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(typed);
  const { at, count, hasMore, around, go, select } = useFind(content, wanted);
  useEffect(() => {
    if (asked === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  const close = () => {
    onClose();
    content.current?.focus({ preventScroll: true });
    select();
  };
  useBindings('Find', [{ keys: 'Escape', does: 'Close', run: close, isQuiet: true }]);
  const onKey = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    // The second press opens the browser's own search.
    if (isCommand && key === 'f') return event.stopPropagation();
    if (key === 'escape') close();
    else if (key === 'f3' || (isCommand && key === 'g') || (key === 'enter' && event.target === field.current)) go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isNothing = count === 0;
  return (
    <search className={styles.bar} aria-label="Find in text" onKeyDown={onKey}>
      <TextInput
        ref={field}
        className={styles.field ?? ''}
        aria-label="Words to find"
        placeholder="Find"
        autoFocus
        maxLength={maxWanted}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <span className={styles.count} role="status">
        {wanted.trim() !== '' && (isNothing ? 'No results' : `${number(at + 1)} of ${numberSoFar(count, hasMore)}`)}
        {!isNothing && <VisuallyHidden>: {around}</VisuallyHidden>}
      </span>
      <ActionIcon aria-label="Previous result" title="Shift+Enter" disabled={isNothing} onClick={() => go(-1)}>
        <ChevronUp size={16} />
      </ActionIcon>
      <ActionIcon aria-label="Next result" title="Enter" disabled={isNothing} onClick={() => go(1)}>
        <ChevronDown size={16} />
      </ActionIcon>
      <ActionIcon aria-label="Close search" onClick={close}>
        <X size={16} />
      </ActionIcon>
    </search>
  );
}

/** Selected text, which is often the text to find. */
function selectedWords(): string {
  const selected = getSelection()?.toString() ?? '';
  return selected.includes('\n') || selected.length > maxWanted ? '' : selected;
}
