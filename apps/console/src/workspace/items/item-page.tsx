import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { isNotFound } from '../../kernel/calls/call.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { NotHere } from '../../kernel/session/not-here.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { typeNames } from '../../kernel/words/type-names.ts';
import { VersionView } from '../history/version-view.tsx';
import { crumbsOf, type ItemType, type ItemViewProps, itemQuery, typeAt } from '../item/item.ts';
import { DocumentView } from './document-view.tsx';
import { EditFileView } from './edit-file-view.tsx';
import { EditView } from './edit-view.tsx';
import { FileView } from './file-view.tsx';
import { ItemFrame } from './item-frame.tsx';
import { PastItem } from './past-item.tsx';
import { SkillView } from './skill-view.tsx';
import { useEdited } from './use-edited.ts';

const route = getRouteApi('/$orgId/documents/item/$itemId');

const views: Record<ItemType, ComponentType<ItemViewProps>> = { doc: DocumentView, file: FileView, skill: SkillView };

export function ItemPage(): ReactNode {
  const { itemId } = route.useParams();
  const { asOf } = route.useSearch();
  return asOf === undefined ? <ItemNow /> : <PastItem key={`${itemId} ${asOf}`} itemId={itemId} asOf={asOf} />;
}

/** A document, file or skill: as it is now, or one of its versions. */
function ItemNow() {
  const { itemId } = route.useParams();
  const { version, edit, file } = route.useSearch();
  const editsFile = edit === true && version === undefined && file !== undefined;
  const { data: item, error, refetch } = useItem(itemId, edit);
  const edited = useEdited(itemId, edit === true && version === undefined && !editsFile, item, error);
  if (editsFile && (item === undefined || item.type === 'skill'))
    return <EditFileView key={`${itemId} ${file}`} itemId={itemId} path={file} item={item} error={error} />;
  if (edited) return <EditView key={itemId} edited={edited} />;
  // Hides content immediately after it became invisible.
  if (error && (!item || isNotFound(error))) return <Absent type={typeAt(itemId)} error={error} onRetry={() => void refetch()} />;
  if (!item)
    return (
      <Page title={typeNames[typeAt(itemId)]}>
        <FirstRows />
      </Page>
    );
  if (version !== undefined)
    return (
      <ItemFrame key={itemId} item={item}>
        <VersionView key={version} item={item} number={version} />
      </ItemFrame>
    );
  const View = views[item.type];
  return <View key={itemId} item={item} />;
}

/** Refetches an item that is edited although it is gone, in case it returns. */
function useItem(itemId: string, isEdited = false) {
  const { orgId } = useMembership();
  return useQuery({
    ...itemQuery(orgId, itemId),
    refetchInterval: ({ state }) => (isEdited && isNotFound(state.error) ? lookAgainMs : false),
  });
}

const lookAgainMs = 5000;

function Absent({ type, error, onRetry }: { type: ItemType; error: unknown; onRetry: () => void }) {
  const { orgId } = useMembership();
  return (
    <Page title={typeNames[type]} crumbs={crumbsOf(orgId, { type })}>
      {isNotFound(error) ? <NotHere what={typeNames[type]} /> : <Failed error={error} onRetry={onRetry} />}
    </Page>
  );
}
