import { type ReactNode, useEffect } from 'react';
import mark from '../../mark.svg';
import styles from './visitor-page.module.css';

/** A page for people who are not signed in, with one column and one task. */
export function VisitorPage({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Gatehouse`;
  }, [title]);
  return (
    <main className={styles.page} id="content" tabIndex={-1}>
      <div className={styles.column}>
        <p className={styles.brand}>
          <img src={mark} alt="" width={20} height={20} />
          Gatehouse
        </p>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </main>
  );
}
