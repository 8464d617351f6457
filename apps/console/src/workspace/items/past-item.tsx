import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { isNotFound } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { Fact, Facts } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { bytes, number } from '../../kernel/words/count-words.ts';
import { typeNames } from '../../kernel/words/type-names.ts';
import { findable } from '../find/text-index.ts';
import { crumbsOf, type Item, typeAt } from '../item/item.ts';
import { NotThen } from '../past/not-then.tsx';
import { PastBanner } from '../past/past-banner.tsx';
import { FilePreview } from '../previews/file-preview.tsx';
import { Markdown } from '../reading/markdown.tsx';
import { ItemMarks } from './item-marks.tsx';
import styles from './items.module.css';

const route = getRouteApi('/$orgId/documents/item/$itemId');

/** A document, file or skill at a moment in the past. Read-only. */
export function PastItem({ itemId, asOf }: { itemId: string; asOf: number }) {
  const { orgId } = useMembership();
  const navigate = route.useNavigate();
  const { data: item, error, refetch } = useQuery(toolQuery(orgId, 'read_item', { itemId, asOf }));
  const { asOf: _, ...rest } = route.useSearch();
  const leave = () => void navigate({ search: rest });
  const view = (asOf: number) => void navigate({ search: { ...rest, asOf } });
  const isGone = isNotFound(error);
  const shown = isGone ? undefined : item;
  return (
    <Page
      title={shown?.name ?? typeNames[typeAt(itemId)]}
      crumbs={crumbsOf(orgId, shown?.folderName === undefined ? { type: typeAt(itemId) } : shown)}
      isFilled={shown !== undefined}
      actions={shown && <ItemMarks of={shown} />}
      toolbar={<PastBanner what={typeAt(itemId)} asOf={asOf} onView={view} onLeave={leave} />}
    >
      {isGone && <NotThen />}
      {error && !isGone && !shown && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !shown && <FirstRows />}
      {shown && <Content item={shown} />}
    </Page>
  );
}

function Content({ item }: { item: Item }) {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people must be able to scroll it with the keyboard
    <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label="Content">
      <article className={styles.column}>
        {item.type === 'doc' && <p className={styles.title}>{item.name}</p>}
        <div {...findable}>
          <FilePreview item={item} markdown={(text) => <Markdown text={text} scroller={scroller} marksChanges={false} />} />
        </div>
        <div className={styles.facts}>
          <Facts>
            <Fact name="Version">{number(item.versionCount)}</Fact>
            <Fact name="Size">{bytes(item.sizeBytes)}</Fact>
            <Fact name="Tags">{item.tags.length === 0 ? 'None' : item.tags.join(', ')}</Fact>
            <Fact name="Updated">
              <Time at={item.updatedAt} />
            </Fact>
          </Facts>
        </div>
      </article>
    </div>
  );
}
