import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { settingAnchor } from '../layout/setting-places.ts';
import styles from './section.module.css';

/** Section of a settings page: its subject at the left, its fields at the right. */
export function SettingsSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const anchor = settingAnchor(title);
  const isMeant = useLocation({ select: ({ hash }) => hash === anchor });
  const section = useRef<HTMLElement>(null);
  // Scrolls again, because the section can appear after the page.
  useEffect(() => {
    if (!isMeant) return;
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  }, [isMeant]);
  return (
    <section ref={section} id={anchor} tabIndex={-1} aria-label={title} className={styles.section}>
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
