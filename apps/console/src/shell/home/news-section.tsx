import { type ReactNode, useId } from 'react';
import { numberSoFar } from '../../kernel/words/count-words.ts';
import styles from './home.module.css';

export interface NewsSectionProps {
  title: string;
  count: number;
  /** True if there are more than were loaded. */
  hasMore?: boolean;
  children: ReactNode;
}

/** News of one kind. Renders nothing if there are none. */
export function NewsSection({ title, count, hasMore = false, children }: NewsSectionProps) {
  const id = useId();
  if (count === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className={styles.count}>{numberSoFar(count, hasMore)}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}
