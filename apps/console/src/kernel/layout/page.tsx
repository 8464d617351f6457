import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ChevronLeft, Search } from '../icons/icons.ts';
import { Keys } from '../keyboard/keys.tsx';
import styles from './page.module.css';
import { openPalette } from './palette-state.ts';

export interface Crumb {
  title: string;
  to: string;
}

export interface PageProps {
  title: string;
  /** Pages above this page. */
  crumbs?: readonly Crumb[];
  /** Verbs of the page, the first one the most important. */
  actions?: ReactNode;
  /** Line of filters and figures. */
  toolbar?: ReactNode;
  /** True if the content scrolls by itself, like lists. */
  isFilled?: boolean;
  children: ReactNode;
}

/** A page: the header line, one toolbar line, the content. */
export function Page({ title, crumbs = [], actions, toolbar, isFilled = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Gatehouse`;
  }, [title]);
  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <div className={styles.title}>
          {crumbs.map((crumb) => (
            <span key={crumb.to} className={styles.crumb}>
              <Link to={crumb.to} title={crumb.title}>
                <ChevronLeft size={18} aria-hidden="true" className={styles.back} />
                <span className={styles.crumbTitle}>{crumb.title}</span>
              </Link>
              <span aria-hidden="true" className={styles.slash}>
                {' / '}
              </span>
            </span>
          ))}
          <h1 title={title}>{title}</h1>
        </div>
        <div className={styles.actions}>
          {actions}
          <Button
            variant="default"
            className={styles.search ?? ''}
            onClick={openPalette}
            leftSection={<Search size={14} strokeWidth={1.75} />}
            rightSection={<Keys keys="mod+k" />}
          >
            <span className={styles.word}>Search</span>
          </Button>
        </div>
      </header>
      {toolbar && <div className={styles.toolbar}>{toolbar}</div>}
      <div className={styles.content} data-filled={isFilled || undefined} id="content" tabIndex={-1}>
        {children}
      </div>
    </main>
  );
}
