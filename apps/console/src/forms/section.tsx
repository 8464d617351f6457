import type { ReactNode } from 'react';
import styles from './section.module.css';

/** A part of a page of settings: what it is about at the left, what can be set at the right. */
export function SettingsSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div>
        <h2>{title}</h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** All sections of a page. */
export function SettingsSections({ children }: { children: ReactNode }) {
  return <div className={styles.sections}>{children}</div>;
}
