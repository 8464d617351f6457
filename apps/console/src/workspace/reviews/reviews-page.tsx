import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { Page } from '../../kernel/layout/page.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import documentStyles from '../documents/documents.module.css';
import { useItemChange } from '../item/use-item-changes.ts';

const route = getRouteApi('/$orgId/documents/reviews');

type Waiting = OutputOf<'list_reviews'>['items'][number];

/** List of items with agents' changes that this person can decide about, longest waiting first. // D78 */
export function ReviewsPage() {
  const { orgId } = useMembership();
  const { agent } = route.useSearch();
  const navigate = useNavigate();
  const reviews = useRows(orgId, 'list_reviews', agent === undefined ? {} : { agentId: agent }, 'items');
  return (
    <Page
      title="Reviews"
      crumbs={[{ title: 'Documents', to: `/${orgId}/documents` }]}
      isFilled
      toolbar={
        agent !== undefined && (
          <>
            <span>
              Last changed by <AgentName id={agent} />
            </span>
            <Link to="/$orgId/documents/reviews" params={{ orgId }}>
              Show all
            </Link>
          </>
        )
      }
    >
      <ListStates
        of={reviews}
        empty={
          <Empty title="Nothing to review">
            Agents' changes in folders with review appear here until somebody accepts or declines them.
          </Empty>
        }
      >
        {(rows) => (
          <List
            label="Reviews"
            rows={rows}
            columns={columns}
            keyOf={({ id }) => id}
            onEndNear={reviews.more}
            // An item that an agent deleted is decided in its row.
            onOpen={({ id, isDeleted }) =>
              isDeleted || void navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: id } })
            }
            actions={(item) => (item.isDeleted ? <DecideDeletion item={item} /> : <OpenReview item={item} />)}
          />
        )}
      </ListStates>
    </Page>
  );
}

function AgentName({ id }: { id: string }) {
  return useNames().agent(id) ?? 'one agent';
}

function OpenReview({ item: { id, name } }: { item: Waiting }) {
  const { orgId } = useMembership();
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={`Review ${name}`}
      renderRoot={(props) => <Link {...props} to="/$orgId/documents/item/$itemId" params={{ orgId, itemId: id }} />}
    >
      Review
    </Button>
  );
}

/** Buttons for an agent's deletion: restore the item, or leave it in the trash. */
function DecideDeletion({ item: { id, name, reviewCount } }: { item: Waiting }) {
  const { orgId } = useMembership();
  const change = useItemChange();
  const decide = (decision: { accept: true } | { decline: true }, did: string) =>
    change.mutate(async () => {
      await call(orgId, 'review_item', { itemId: id, reviewCount, ...decision });
      sayDone(`${name} ${did}.`);
    });
  return (
    <>
      <Button variant="subtle" size="compact-xs" aria-label={`Restore ${name}`} onClick={() => decide({ decline: true }, 'restored')}>
        Restore
      </Button>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={`Leave ${name} in the trash`}
        onClick={() => decide({ accept: true }, 'stays in the trash')}
      >
        Leave in trash
      </Button>
    </>
  );
}

const columns: Column<Waiting>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(140px, 3fr)',
    cell: (item) => (
      <>
        <ItemIcon of={{ type: item.type, kind: 'other' }} />
        <span className={documentStyles.name} title={item.name}>
          {item.name}
        </span>
      </>
    ),
  },
  {
    id: 'what',
    title: 'Change',
    width: '136px',
    from: 480,
    cell: ({ isDeleted }) => <span className={documentStyles.dim}>{isDeleted ? 'Deleted by an agent' : 'Changed by an agent'}</span>,
  },
  {
    id: 'folder',
    title: 'Folder',
    width: 'minmax(84px, 1fr)',
    from: 480,
    cell: ({ folderName }) => (
      <span className={documentStyles.change} title={folderName ?? undefined}>
        {folderName}
      </span>
    ),
  },
  { id: 'since', title: 'Waiting since', width: '120px', cell: ({ waitsSince }) => <Time at={waitsSince} /> },
];
