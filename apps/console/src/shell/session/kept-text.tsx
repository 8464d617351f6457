import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { CopyText } from '../../kernel/drafts/copy-text.tsx';
import { type HeldEditor, releaseEditor } from '../../kernel/drafts/held-editor.ts';
import { NoticeLine } from '../../kernel/notices/notice-line.tsx';
import styles from './kept-text.module.css';

const words: Record<HeldEditor['why'], { title: string; next: string; verb: string }> = {
  session_ended: { title: 'Your session ended.', next: 'Sign in to save your text.', verb: 'Sign in' },
  not_a_member: {
    title: 'You no longer belong to this organization.',
    next: 'Copy your text if you need it elsewhere.',
    verb: 'Leave this page',
  },
};

/** Shown after a session has ended: only the text that the person was typing. */
export function KeptText({ held: { editor, hadFocus, why } }: { held: HeldEditor }) {
  const place = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const queries = useQueryClient();
  const router = useRouter();
  const { title, next, verb } = words[why];
  // Moves the focus to the text before the next letter is typed. The previous page is gone with its focused element, even if that was a
  // link.
  useLayoutEffect(() => {
    document.title = 'Gatehouse';
    queries.clear();
    if (place.current) editor.moveTo(place.current);
    if (hadFocus || editor.text() !== '') editor.view.focus();
    else heading.current?.focus();
  }, [editor, hadFocus, queries]);
  const goOn = async () => {
    if (why === 'session_ended') await router.navigate({ to: '/sign-in', search: { next: router.state.location.href } });
    else await router.navigate({ to: '/' });
    releaseEditor();
  };
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <div role="alert" className={styles.words}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>{' '}
          {next} You can go on writing: the text is kept in this browser.
        </div>
        <Button onClick={() => void goOn()}>{verb}</Button>
        <CopyText text={editor.text} />
      </header>
      <div ref={place} className={styles.text} />
      <NoticeLine />
    </main>
  );
}
