import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../kernel/layout/side-panel.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import styles from './history.module.css';

interface ChangeListProps {
  title: string;
  /** Pages that are loaded one by one, newest changes first. */
  of: { error: Error | null; hasNextPage: boolean; more: () => void };
  /** Rows of the loaded changes, as list items. */
  children: ReactNode;
}

/** Section of a panel with a list of changes, and a button that loads older ones. */
export function ChangeList({ title, of: { error, hasNextPage, more }, children }: ChangeListProps) {
  return (
    <Section title={title}>
      {error && <Failed error={error} />}
      <ol className={styles.versions}>{children}</ol>
      {hasNextPage && (
        <Button variant="subtle" size="compact-xs" onClick={more}>
          Show older changes
        </Button>
      )}
    </Section>
  );
}
