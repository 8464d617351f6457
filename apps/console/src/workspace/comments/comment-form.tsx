import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Fault } from '../../kernel/forms/fault.tsx';
import { shownKeys } from '../../kernel/keyboard/bindings.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import styles from './comments.module.css';
import { MentionList, useMentions } from './mention-list.tsx';

export interface CommentFormProps {
  label: string;
  verb: string;
  /** Key of the unsent text, which survives closing the form. */
  draft: string;
  initial?: string;
  autoFocus?: boolean;
  /** Quoted words above the field. */
  children?: ReactNode;
  /** Sends the text. Rejects if the gateway refuses it, and the text stays in the field. */
  send: (text: string) => Promise<void>;
  onCancel?: (() => void) | undefined;
}

/** Unsent texts in this browser tab. */
const drafts = new Map<string, string>();

/** Field for a comment that completes mentions. Ctrl+Enter or Cmd+Enter sends it. */
export function CommentForm({ label, verb, draft, initial = '', autoFocus = false, children, send, onCancel }: CommentFormProps) {
  const [text, setText] = useState(() => drafts.get(draft) ?? initial);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string>();
  const change = (next: string) => {
    setText(next);
    drafts.set(draft, next);
  };
  const mentions = useMentions(text, change);
  const submit = async () => {
    if (isSending || text.trim() === '') return;
    setSending(true);
    setFault(undefined);
    try {
      await send(text);
      drafts.delete(draft);
      setText('');
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  const cancel = () => {
    drafts.delete(draft);
    onCancel?.();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.onKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
    if (event.key === 'Escape' && onCancel && text.trim() === '') {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <Textarea
        ref={mentions.field}
        aria-label={label}
        placeholder={`${label}…`}
        classNames={{ input: styles.field ?? '' }}
        rows={2}
        autoFocus={autoFocus}
        dir="auto"
        value={text}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          change(value);
          mentions.onCaret(selectionStart);
        }}
        onKeyDown={onKeyDown}
        onBlur={mentions.onLeave}
        {...mentions.fieldProps}
      />
      <MentionList of={mentions} />
      <div className={styles.buttons}>
        <Button type="submit" size="compact-sm" loading={isSending} disabled={text.trim() === ''} title={shownKeys('mod+enter').join(' ')}>
          {verb}
        </Button>
        {onCancel && (
          <Button variant="subtle" color="gray" c="inherit" size="compact-sm" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      <Fault text={fault} />
    </form>
  );
}
