import { Select } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRows } from '../../kernel/calls/pages.ts';
import { Page } from '../../kernel/layout/page.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { type Names, useNames } from '../../kernel/session/use-names.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { type Chosen, readChosen, readWhose, type Whose } from '../offers/search.ts';
import { SinceMenu } from '../offers/since-menu.tsx';
import { usePrepare } from '../offers/use-prepare.ts';
import type { TakeBack } from './take-back.ts';
import { sayChanges, sayProgress } from './take-back-words.ts';
import { TimeRange } from './time-range.tsx';

const kinds = { agentId: 'Agents', personId: 'People', keyId: 'Keys' };

const route = getRouteApi('/$orgId/activity/take-back');

/** Past take-backs of the person, and a form for a new one. */
export function TakeBacksPage() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const names = useNames();
  const chosen = route.useSearch();
  const { prepare } = usePrepare();
  const { since, until = Date.now() } = chosen;
  const choose = (search: Chosen) => void navigate({ to: '.', search, replace: true });
  const takeBacks = useRows(orgId, 'list_take_backs', {}, 'takeBacks');
  const columns = useMemo(() => columnsOf(names), [names]);
  return (
    <Page
      title="Take back"
      crumbs={[{ title: 'Activity', to: `/${orgId}/activity` }]}
      isFilled
      toolbar={
        <>
          <WhoseField names={names} chosen={chosen} />
          {since === undefined ? (
            <SinceMenu title="Find changes" variant="filled" whose={readWhose({ ...chosen })} />
          ) : (
            <TimeRange
              since={since}
              until={until}
              onChange={(times) => choose({ ...chosen, ...times })}
              onFind={() => prepare({ ...chosen, since, until })}
              onLeave={() => choose(readWhose({ ...chosen }))}
            />
          )}
        </>
      }
    >
      <ListStates
        of={takeBacks}
        empty={
          <Empty title="Nothing taken back yet">
            Choose whose changes to take back, and since when. You'll see a preview first, and you can take it back again.
          </Empty>
        }
      >
        {(rows) => (
          <List
            label="Take back"
            rows={rows}
            columns={columns}
            keyOf={keyOf}
            onEndNear={takeBacks.more}
            onOpen={({ takeBackId }) => void navigate({ to: '/$orgId/activity/take-back/$takeBackId', params: { orgId, takeBackId } })}
          />
        )}
      </ListStates>
    </Page>
  );
}

const nobody = { agentId: undefined, personId: undefined, keyId: undefined };

/** Field for an agent, a person, a key, or everyone. */
function WhoseField({ names, chosen }: { names: Names; chosen: Chosen }) {
  const navigate = route.useNavigate();
  const groups = Object.entries(kinds).map(([kind, group]) => ({
    group,
    items: (names.choices[kind as keyof Whose] ?? []).map(([id, label]) => ({ value: `${kind} ${id}`, label })),
  }));
  const [first] = Object.entries(readWhose({ ...chosen }));
  return (
    <Select
      aria-label="Whose changes"
      searchable
      limit={100}
      data={[{ value: 'all', label: 'Everyone' }, ...groups]}
      value={first ? first.join(' ') : 'all'}
      onChange={(value) => {
        const [kind = '', id] = (value ?? '').split(' ');
        void navigate({ search: readChosen({ ...chosen, ...nobody, [kind]: id }), replace: true });
      }}
    />
  );
}

const keyOf = ({ takeBackId }: TakeBack) => takeBackId;

/** A preview must not read like a result. */
const sayResult = (row: TakeBack): string =>
  row.state === 'ready' && row.found > 0 ? `Preview · ${count(row.found, 'item')}` : sayProgress(row);

function columnsOf(names: Names): Column<TakeBack>[] {
  return [
    { id: 'subject', title: 'Changes', width: 'minmax(140px, 2fr)', cell: (row) => sayChanges(row, names) },
    { id: 'since', title: 'Since', width: '104px', from: 480, cell: ({ since }) => (since === 0 ? null : <Time at={since} />) },
    { id: 'state', title: 'Result', width: 'minmax(120px, 2fr)', cell: sayResult },
    { id: 'at', title: 'Started', width: '104px', from: 480, align: 'end', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}
