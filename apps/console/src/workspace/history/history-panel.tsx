import { Link } from '@tanstack/react-router';
import { SidePanel } from '../../kernel/layout/side-panel.tsx';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { bytes } from '../../kernel/words/count-words.ts';
import type { Item } from '../item/item.ts';
import { TakeBackCall } from '../offers/take-back-call.tsx';
import { ViewAsItWas } from '../past/view-as-it-was.tsx';
import { Author } from './author.tsx';
import { ChangeList } from './change-list.tsx';
import { ChangeRow } from './change-row.tsx';
import { canTakeBack, keyOf, useChangesOf } from './changes.tsx';
import styles from './history.module.css';
import { Readers, useItemCalls, VersionReaders } from './readers.tsx';
import { useVersions, type Version } from './use-versions.ts';

/** On narrow screens, the panel would cover the version that is chosen in it. */
const coversAll = () => window.matchMedia('(max-width: 900px)').matches;

/** Every version with its author, its readers, and other changes between the versions. */
export function HistoryPanel({ item, onClose }: { item: Item; onClose: () => void }) {
  const history = useHistory(item.id);
  const { versions } = useVersions(item.id);
  const { calls } = useItemCalls(item);
  return (
    <SidePanel title="History" onClose={onClose}>
      <ChangeList title="Changes" of={history}>
        {history.rows?.map(({ change, version }) => (
          <li key={keyOf(change)}>
            {version ? <VersionRow version={version} versions={versions ?? []} calls={calls} /> : <ChangeRow change={change} />}
            {change.what !== 'deleted' && <ViewAsItWas subject={{ itemId: item.id }} at={change.at} />}
            {canTakeBack(change) && <TakeBackCall requestId={change.requestId} at={change.at} />}
          </li>
        ))}
      </ChangeList>
      <Readers item={item} />
    </SidePanel>
  );
}

/** Versions and the changes between them. Changes are shown only as far back as versions are loaded. */
function useHistory(itemId: string) {
  const { versions, error, more: moreVersions } = useVersions(itemId);
  const changes = useChangesOf({ itemId });
  const byNumber = new Map(versions?.map((version) => [version.version, version]));
  const rows = changes.rows?.map((change) => ({ change, version: byNumber.get(change.version ?? 0) }));
  const more = () => {
    moreVersions();
    changes.more();
  };
  return { rows, error: changes.error ?? error, more, hasNextPage: changes.hasNextPage };
}

interface VersionRowProps {
  version: Version;
  versions: readonly Version[];
  calls: readonly LoggedCall[];
}

/** A version with its author, and its readers while it was the newest. */
function VersionRow({ version, versions, calls }: VersionRowProps) {
  return (
    <>
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
          Version {version.version} · {version.changeSummary} · {bytes(version.sizeBytes)}
        </span>
      </Link>
      <VersionReaders version={version.version} versions={versions} calls={calls} />
    </>
  );
}
