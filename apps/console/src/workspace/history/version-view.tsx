import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { findable } from '../find/text-index.ts';
import { type Item, isFixed } from '../item/item.ts';
import { useDownload } from '../item/use-download.ts';
import itemStyles from '../items/items.module.css';
import { FilePreview } from '../previews/file-preview.tsx';
import { Markdown } from '../reading/markdown.tsx';
import { Author } from './author.tsx';
import styles from './history.module.css';
import { ItemDifference } from './item-difference.tsx';
import { useRestore } from './use-restore.ts';
import { useVersions } from './use-versions.ts';

const route = getRouteApi('/$orgId/documents/item/$itemId');

/** One version of an item: its changes, the changes since, or its text. */
export function VersionView({ item, number }: { item: Item; number: number }) {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { versions } = useVersions(item.id);
  const isText = item.kind === 'text' || item.kind === 'skill';
  const [shown, setShown] = useState(isText && number > 1 ? 'changes' : 'text');
  const isNewest = number === item.versionCount;
  const leave = () => {
    const { version: _, ...rest } = search;
    void navigate({ search: rest });
  };
  const go = (to: number) => void navigate({ search: { ...search, version: to } });
  const { restore, isPending } = useRestore(item, leave);
  useBindings('Version', [
    { keys: 'Escape', does: 'Back to latest', run: leave },
    ...(number < item.versionCount ? [{ keys: 'k', does: 'Next version', run: () => go(number + 1) }] : []),
    ...(number > 1 ? [{ keys: 'j', does: 'Previous version', run: () => go(number - 1) }] : []),
  ]);
  const version = versions?.find((one) => one.version === number);
  const news = useFocusHere<HTMLHeadingElement>();
  return (
    <div className={itemStyles.column}>
      <div className={styles.head}>
        <h2 {...news}>
          Version {number} of {item.versionCount}
        </h2>
        {version && (
          <p className={styles.line}>
            <Author of={version} />
            <Entrance entrance={version.entrance} />
            <Time at={version.at} />
            <span className={styles.summary}>{version.changeSummary}</span>
          </p>
        )}
        <div className={styles.choices}>
          {isText && (
            <SegmentedControl
              aria-label="View"
              value={shown}
              onChange={setShown}
              data={[
                ...(number > 1 ? [{ value: 'changes', label: 'Changes' }] : []),
                ...(isNewest ? [] : [{ value: 'since', label: 'Compare with latest' }]),
                { value: 'text', label: 'Text' },
              ]}
            />
          )}
          {!isNewest && !isFixed(item) && (
            <Button variant="default" loading={isPending} onClick={() => restore(number)}>
              Restore this version
            </Button>
          )}
          <Button variant="subtle" onClick={leave}>
            Back to latest
          </Button>
        </div>
      </div>
      <div {...findable}>
        {shown === 'changes' && <ItemDifference item={item} before={number - 1} after={number} />}
        {shown === 'since' && <ItemDifference item={item} before={number} after={item.versionCount} />}
        {shown === 'text' && <VersionText item={item} number={number} />}
      </div>
    </div>
  );
}

function VersionText({ item, number }: { item: Item; number: number }) {
  const { orgId } = useMembership();
  const scroller = useRef<HTMLElement>(null);
  const download = useDownload();
  const { data, error } = useQuery(toolQuery(orgId, 'read_item', { itemId: item.id, version: number }));
  if (error) return <Failed error={error} />;
  if (!data) return null;
  return (
    <>
      <FilePreview item={data} markdown={(text) => <Markdown text={text} scroller={scroller} />} />
      {data.text === null && (
        <Button variant="default" onClick={() => download(item, number)}>
          Download this version
        </Button>
      )}
    </>
  );
}
