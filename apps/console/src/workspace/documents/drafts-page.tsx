import { durationWords } from '@gatehouse/domain';
import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isNotFound } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { CopyText } from '../../kernel/drafts/copy-text.tsx';
import { draftKey, draftLifetimeMs, type ListedDraft, openDrafts } from '../../kernel/drafts/drafts.ts';
import { useDrafts } from '../../kernel/drafts/use-drafts.ts';
import { Page } from '../../kernel/layout/page.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Empty } from '../../kernel/states/empty.tsx';
import { count } from '../../kernel/words/count-words.ts';
import styles from './documents.module.css';

const lifetimeNote = `Unsaved text is kept in this browser for ${durationWords(draftLifetimeMs)}.`;

/** Unsaved drafts of this browser, including those of items that the person no longer sees. */
export function DraftsPage() {
  const { orgId } = useMembership();
  const { account } = useAccount();
  const navigate = useNavigate();
  const drafts = useDrafts();
  const columns = useColumns(drafts);
  const open = ({ itemId, path, item }: ListedDraft) =>
    void navigate({
      to: '/$orgId/documents/item/$itemId',
      params: { orgId: item?.orgId ?? orgId, itemId },
      search: { edit: true, ...(path !== undefined && { file: path }) },
    });
  const discard = ({ itemId, path, ...draft }: ListedDraft) => {
    const key = draftKey(itemId, path);
    const kept = () => openDrafts(localStorage, account.id, Date.now());
    kept().drop(key);
    sayDone(`Draft of ${nameOf(draft)} discarded.`, () => void kept().keep(key, draft));
  };
  return (
    <Page title="Drafts" crumbs={[{ title: 'Documents', to: `/${orgId}/documents` }]} isFilled>
      {drafts.length === 0 ? (
        <Empty title="No drafts">{lifetimeNote}</Empty>
      ) : (
        <List
          label="Drafts"
          rows={drafts}
          columns={columns}
          keyOf={keyOf}
          onOpen={open}
          actions={(draft) => (
            <>
              <CopyText text={() => draft.text} label="Copy" />
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() => discard(draft)}
                aria-label={`Discard the draft of ${nameOf(draft)}`}
              >
                Discard
              </Button>
            </>
          )}
        />
      )}
    </Page>
  );
}

const keyOf = ({ itemId, path }: ListedDraft) => draftKey(itemId, path);
const nameOf = ({ item }: Pick<ListedDraft, 'item'>) => item?.name ?? 'Untitled';

const draftName = (name: string, path: string | undefined) => (path === undefined ? name : `${name}/${path}`);

const states = { seen: 'Unsaved changes', gone: 'Deleted or not shared', unknown: '' };

function useColumns(drafts: readonly ListedDraft[]): Column<ListedDraft>[] {
  const membership = useMembership();
  const asked = useQueries({
    queries: drafts.map(({ itemId, item }) => ({
      ...toolQuery(item?.orgId ?? membership.orgId, 'read_item', { itemId, includeText: false }),
      select: ({ name, folderName }: { name: string; folderName?: string | undefined }) => ({ name, folderName }),
    })),
  });
  const known = JSON.stringify(
    asked.map(({ data, error }) => ({ ...data, state: data ? 'seen' : isNotFound(error) ? 'gone' : 'unknown' })),
  );
  return useMemo(() => {
    const found = JSON.parse(known) as { name?: string; folderName?: string; state: keyof typeof states }[];
    const of = (draft: ListedDraft) => found[drafts.findIndex((one) => keyOf(one) === keyOf(draft))];
    const shownName = (draft: ListedDraft) => {
      const name = of(draft)?.name;
      return name === undefined ? nameOf(draft) : draftName(name, draft.path);
    };
    return [
      {
        id: 'name',
        title: 'Name',
        width: 'minmax(140px, 2fr)',
        cell: (draft) => (
          <>
            <ItemIcon of={{ type: draft.item?.type ?? 'doc', kind: 'other' }} />
            <span className={styles.name}>{shownName(draft)}</span>
          </>
        ),
      },
      {
        id: 'state',
        title: 'Document',
        width: 'minmax(120px, 1fr)',
        from: 480,
        cell: (draft) => states[of(draft)?.state ?? 'unknown'],
      },
      {
        id: 'length',
        title: 'Length',
        width: '120px',
        from: 640,
        align: 'end',
        cell: ({ text }) => <span className={styles.dim}>{count(text.length, 'character')}</span>,
      },
      { id: 'changed', title: 'Last edited', width: '104px', align: 'end', cell: ({ at }) => <Time at={at} /> },
    ];
  }, [known, drafts]);
}
