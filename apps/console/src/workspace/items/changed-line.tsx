import { ActionIcon, Button } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { X } from '../../kernel/icons/icons.ts';
import { count } from '../../kernel/words/count-words.ts';
import { Author } from '../history/author.tsx';
import { useVersions } from '../history/use-versions.ts';
import type { Item } from '../item/item.ts';
import styles from './items.module.css';

const shownForMs = 15_000;

interface ChangedLineProps {
  item: Item;
  places: number;
  scroller: RefObject<HTMLElement | null>;
  onDismiss: () => void;
}

/** Author of a change that just arrived, with a link to it. It floats, so that the text does not move. */
export function ChangedLine({ item, places, scroller, onDismiss }: ChangedLineProps) {
  const { versions } = useVersions(item.id);
  const newest = versions?.[0];
  useEffect(() => {
    const timer = setTimeout(onDismiss, shownForMs);
    return () => clearTimeout(timer);
  }, [item.versionCount, onDismiss]);
  const show = () => scroller.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'center' });
  return (
    <div className={styles.changed} role="status">
      {newest && newest.version === item.versionCount && <Author of={newest} />}
      <span>changed {count(places, 'passage')}</span>
      <Button variant="subtle" size="compact-xs" onClick={show}>
        Show
      </Button>
      <ActionIcon aria-label="Dismiss" onClick={onDismiss}>
        <X size={14} />
      </ActionIcon>
    </div>
  );
}
