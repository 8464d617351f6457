import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { partCode } from '../../kernel/loading/page-code.tsx';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import type { Away } from './away.ts';
import { authorFor, onlyOther } from './newer-versions.ts';
import { openDraft } from './open-draft.ts';
import type { EditableItem } from './save-text.ts';

/** Maximum new versions whose authors are named. */
const maxNewer = 50;

/** Loaded on the first edit. */
const SourceEditor = partCode(() => import('./source-editor.tsx'), 'SourceEditor');

export interface EditItemProps {
  /** Newest known version. The page that shows the item keeps it up to date. */
  item: EditableItem;
  /** Reason why the item cannot be saved now. */
  away: Away | undefined;
  preview?: (text: string) => ReactNode;
  check?: (text: string) => ReactNode;
  onClose: () => void;
  onMissed: () => void;
  onSavedAs: (docId: string) => void;
}

/** Editor of an item, with its draft. */
export function EditItem({ item, away, ...shown }: EditItemProps) {
  const { orgId, personId } = useMembership();
  const { account } = useAccount();
  const opening = useQuery({
    queryKey: ['draft', account.id, item.id, item.path],
    queryFn: () => openDraft(orgId, account.id, item, away !== 'gone'),
    // Loads the text only once. The editor keeps it from then on.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const first = opening.data?.base.version ?? item.version;
  const newer = useQuery({
    ...toolQuery(orgId, 'list_item_versions', { itemId: item.id, limit: Math.min(maxNewer, Math.max(1, item.version - first)) }),
    enabled: away === undefined && item.version > first,
  });
  const versions = newer.data?.versions ?? [];
  const author = versions[0]?.version === item.version ? authorFor(versions[0], personId) : undefined;
  const isWhole = author !== undefined && versions.at(-1)?.version === first + 1;
  const others = isWhole ? onlyOther(versions, personId) : undefined;
  if (opening.isError) return <Failed error={opening.error} onRetry={() => void opening.refetch()} />;
  if (!opening.data) return <FirstRows />;
  return (
    <Suspense fallback={<FirstRows />}>
      <SourceEditor item={item} away={away} opened={opening.data} author={author} others={others} {...shown} />
    </Suspense>
  );
}
