import { useRouter, useRouterState } from '@tanstack/react-router';
import { type FormEvent, type MouseEvent, type ReactNode, useLayoutEffect } from 'react';
import { setLeaving } from '../keyboard/bindings.ts';
import styles from './opening.module.css';
import { pageTitle } from './page-title.ts';

/**
 * The open page. While the next page loads, a bar is shown and the title is already that of the next page. The current page then accepts no
 * commands: a letter or a button would act under the title of the next page.
 */
export function Opening({ children }: { children: ReactNode }) {
  const router = useRouter();
  const next = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && resolvedLocation && location.pathname !== resolvedLocation.pathname ? location : undefined,
  });
  useLayoutEffect(() => {
    setLeaving(next !== undefined);
    if (next === undefined) return;
    const title = pageTitle(router.matchRoutes(next));
    if (title !== undefined) document.title = `${title} · Gatehouse`;
  }, [next, router]);
  const refuse = (event: MouseEvent | FormEvent) => {
    // The person may still choose another link instead.
    if (next === undefined || (event.target instanceof Element && event.target.closest('a') !== null)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {next && <div className={styles.bar} role="progressbar" aria-label="Loading page" />}
      <div className={styles.page} onClickCapture={refuse} onSubmitCapture={refuse}>
        {children}
      </div>
    </>
  );
}
