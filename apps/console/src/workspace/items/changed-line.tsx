import { ActionIcon, Button } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { X } from '../../kernel/icons/icons.ts';
import { Author } from '../history/author.tsx';
import { useVersions } from '../history/use-versions.ts';
import type { Item } from '../item/item.ts';
import { changedLine as strings } from '../strings.ts';
import styles from './items.module.css';

const shownForMs = 15_000;

interface ChangedLineProps {
  item: Item;
  places: number;
  scroller: RefObject<HTMLElement | null>;
  onDismiss: () => void;
}

/** Who has just changed what is read, and the way there. It floats: what is read stays where it is. */
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
      <span>{strings.changedPassages(places)}</span>
      <Button variant="subtle" size="compact-xs" onClick={show}>
        {strings.show}
      </Button>
      <ActionIcon aria-label={strings.dismiss} onClick={onDismiss}>
        <X size={14} />
      </ActionIcon>
    </div>
  );
}
