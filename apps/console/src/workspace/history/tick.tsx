import { Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { AgentGlyph, Initials } from '../../kernel/signs/who.tsx';
import type { Item } from '../item/item.ts';
import { Author } from './author.tsx';
import { Difference } from './difference.tsx';
import styles from './history.module.css';
import { useItemCalls, VersionReaders } from './readers.tsx';
import type { Version } from './use-versions.ts';

/** A pointer that only passes over it does not count. */
const openAfterMs = 180;

interface TickProps {
  item: Item;
  version: Version;
  versions: readonly Version[];
  isOpen: boolean;
  /** Text for screen readers. */
  label: string;
}

/** A version in the time line. Hovering or focusing it shows its changes and its readers. */
export function Tick({ item, version, versions, isOpen, label }: TickProps) {
  const { isShown, begin, end } = useLingering();
  return (
    <Popover opened={isShown} position="left-start" width={440} withRoles={false} trapFocus={false} returnFocus={false}>
      <Popover.Target>
        <Link
          from="/$orgId/documents/item/$itemId"
          to="."
          search={(before) => ({ ...before, version: version.version })}
          className={styles.tick}
          data-open={isOpen || undefined}
          aria-label={label}
          onMouseEnter={begin}
          onMouseLeave={end}
          onFocus={begin}
          onBlur={end}
          onClick={end}
        >
          {version.agent ? <AgentGlyph /> : <Initials name={version.person?.name ?? 'Gatehouse'} />}
        </Link>
      </Popover.Target>
      {/* The page of the version has all of it for who cannot point. */}
      <Popover.Dropdown className={styles.card ?? ''} aria-hidden="true">
        <Card item={item} version={version} versions={versions} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Card({ item, version, versions }: Pick<TickProps, 'item' | 'version' | 'versions'>) {
  const { calls } = useItemCalls(item);
  const isText = item.kind === 'text' || item.kind === 'skill';
  return (
    <>
      <p className={styles.line}>
        <Author of={version} />
        <Entrance entrance={version.entrance} />
        <span className={styles.when}>
          <Time at={version.at} />
        </span>
      </p>
      <p className={styles.summary}>
        {version.version} · {version.changeSummary}
      </p>
      <VersionReaders version={version.version} versions={versions} calls={calls} />
      {isText && version.version > 1 && (
        <div className={styles.glance}>
          <Difference itemId={item.id} before={version.version - 1} after={version.version} isGlance />
        </div>
      )}
    </>
  );
}

/** True from a moment after entering until leaving. */
function useLingering() {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isShown,
    begin() {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setShown(true), openAfterMs);
    },
    end() {
      clearTimeout(timer.current);
      setShown(false);
    },
  };
}
