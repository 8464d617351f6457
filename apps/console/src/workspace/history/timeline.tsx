import { getRouteApi } from '@tanstack/react-router';
import { useNow } from '../../kernel/signs/now.ts';
import { relativeTime } from '../../kernel/words/time-words.ts';
import type { Item } from '../item/item.ts';
import { authorName } from './author.tsx';
import styles from './history.module.css';
import { Tick } from './tick.tsx';
import { useVersions, type Version } from './use-versions.ts';

const route = getRouteApi('/$orgId/documents/item/$itemId');

/** Maximum versions in the time line. The panel has all. */
const maxShown = 30;

/** The history as a thin line: a circle for each version that a person made, a square for each of an agent. */
export function Timeline({ item }: { item: Item }) {
  const { versions } = useVersions(item.id);
  const { version: open } = route.useSearch();
  const now = useNow();
  return (
    <nav className={styles.timeline} aria-label="Versions">
      {versions?.slice(0, maxShown).map((version) => (
        <Tick
          key={version.version}
          item={item}
          version={version}
          versions={versions}
          isOpen={version.version === open}
          label={describe(version, now)}
        />
      ))}
    </nav>
  );
}

function describe(version: Version, now: number): string {
  return `Version ${version.version} by ${authorName(version)}, ${relativeTime(version.at, Math.max(now, version.at))}: ${version.changeSummary}`;
}
