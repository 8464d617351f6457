import { Textarea } from '@mantine/core';
import { useState } from 'react';
import styles from './tasks.module.css';

export interface EditedTextProps {
  label: string;
  text: string;
  maxLength: number;
  placeholder?: string;
  /** True for a single line that cannot be empty. */
  isTitle?: boolean;
  onChange: (text: string) => void;
}

/** Text edited in place. Saved on blur, discarded with Esc. Others' changes wait until then. */
export function EditedText({ label, text, maxLength, placeholder, isTitle = false, onChange }: EditedTextProps) {
  const [draft, setDraft] = useState<string>();
  const save = () => {
    const next = isTitle ? draft?.trim() : draft;
    setDraft(undefined);
    if (next !== undefined && next !== text && !(isTitle && next === '')) onChange(next);
  };
  return (
    <Textarea
      aria-label={label}
      classNames={{ input: (isTitle ? styles.titleText : styles.notesText) ?? '' }}
      rows={1}
      maxLength={maxLength}
      placeholder={placeholder ?? ''}
      value={draft ?? text}
      onChange={({ currentTarget: { value } }) => setDraft(isTitle ? value.replaceAll(/[\r\n]+/g, ' ') : value)}
      onBlur={save}
      onKeyDown={(event) => {
        const isDone = event.key === 'Enter' && (isTitle || event.ctrlKey || event.metaKey);
        if (!isDone && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') setDraft(undefined);
        const field = event.currentTarget;
        // Blurs later, so that a discarded text is not saved.
        requestAnimationFrame(() => field.blur());
      }}
    />
  );
}
