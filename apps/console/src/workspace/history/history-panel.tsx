import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { bytes } from '../../kernel/words/count-words.ts';
import type { Item } from '../item/item.ts';
import { historyPanel as strings } from '../strings.ts';
import { Author } from './author.tsx';
import styles from './history.module.css';
import { Readers, useItemCalls, VersionReaders } from './readers.tsx';
import { useVersions } from './use-versions.ts';

/** On narrow screens the panel would stand before the version that is chosen in it. */
const coversAll = () => window.matchMedia('(max-width: 900px)').matches;

/** Every version with its author, and who has read the item. */
export function HistoryPanel({ item, onClose }: { item: Item; onClose: () => void }) {
  const { versions, error, more, hasNextPage } = useVersions(item.id);
  const { calls } = useItemCalls(item);
  return (
    <SidePanel title={strings.history} onClose={onClose}>
      <Section title={strings.versions}>
        {error && <Failed error={error} />}
        <ol className={styles.versions}>
          {versions?.map((version) => (
            <li key={version.version}>
              <Link
                from="/$orgId/documents/item/$itemId"
                to="."
                search={({ history }) => ({ version: version.version, ...(history && !coversAll() && { history }) })}
                className={styles.version}
              >
                <span className={styles.line}>
                  <Author of={version} />
                  <Entrance entrance={version.entrance} />
                  <span className={styles.when}>
                    <Time at={version.at} />
                  </span>
                </span>
                <span className={styles.summary}>
                  {version.version} · {version.changeSummary} · {bytes(version.sizeBytes)}
                </span>
              </Link>
              <VersionReaders version={version.version} versions={versions} calls={calls} />
            </li>
          ))}
        </ol>
        {hasNextPage && (
          <Button variant="subtle" size="compact-xs" onClick={more}>
            {strings.showOlderVersions}
          </Button>
        )}
      </Section>
      <Readers item={item} />
    </SidePanel>
  );
}
