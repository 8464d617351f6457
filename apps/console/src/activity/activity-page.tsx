import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Page } from '../frame/page.tsx';
import { Split } from '../frame/side-panel.tsx';
import { List } from '../list/list.tsx';
import { readChosen } from '../put-back/search.ts';
import { useMembership } from '../session/membership.ts';
import { Empty } from '../states/empty.tsx';
import { ListStates } from '../states/list-states.tsx';
import { NoneFit } from '../states/none-fit.tsx';
import { exactSecond } from '../words/time-words.ts';
import { columnsOf } from './activity-columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { ActivityFilters, ActivityRow } from './filters.ts';
import { Histogram } from './histogram/histogram.tsx';
import { Story } from './story.tsx';
import { useActivity } from './use-activity.ts';
import { useNames } from './use-names.ts';

const route = getRouteApi('/$orgId/activity');

/** Every call that was answered, newest first, and new ones as they come. */
export function ActivityPage() {
  const { orgId } = useMembership();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [openId, setOpenId] = useState<number>();
  const [isLive, setLive] = useState(true);
  const setFilters = useCallback((next: ActivityFilters) => void navigate({ search: next }), [navigate]);
  const names = useNames();
  const activity = useActivity(filters, isLive);
  const { more, searchedTo, skipped } = activity;
  const columns = useMemo(() => columnsOf(names), [names]);
  const open = activity.rows?.find(({ id }) => id === openId);
  const searched = searchedTo !== undefined && <SearchedTo at={searchedTo} onMore={more} />;

  return (
    <Page
      title="Activity"
      isFilled
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/$orgId/activity/put-back" params={{ orgId }} search={readChosen({ ...filters })} />}
        >
          Put back…
        </Button>
      }
      toolbar={<FilterBar filters={filters} names={names} onChange={setFilters} isLive={isLive} onLive={setLive} skipped={skipped} />}
    >
      <Histogram filters={filters} onRange={(since, until) => setFilters({ ...filters, since, until })} />
      <ListStates
        of={activity}
        empty={
          <NoCalls isFiltered={Object.keys(filters).length > 0} onClear={() => setFilters({})}>
            {searched}
          </NoCalls>
        }
      >
        {(rows) => (
          <Split>
            <List
              label="Calls"
              rows={rows}
              columns={columns}
              keyOf={keyOf}
              onOpen={({ id }) => setOpenId(id)}
              onEndNear={more}
              openKey={openId === undefined ? undefined : String(openId)}
              foot={searched}
            />
            {open && <Story row={open} names={names} filters={filters} onFilter={setFilters} onClose={() => setOpenId(undefined)} />}
          </Split>
        )}
      </ListStates>
    </Page>
  );
}

const keyOf = ({ id }: ActivityRow) => String(id);

/** What fits is rare: it says how far it has looked, and goes on when it is told to. */
function SearchedTo({ at, onMore }: { at: number; onMore: () => void }) {
  return (
    <>
      Searched back to {exactSecond(at)}.{' '}
      <Button variant="subtle" size="compact-xs" onClick={onMore}>
        Search earlier
      </Button>
    </>
  );
}

function NoCalls({ isFiltered, onClear, children }: { isFiltered: boolean; onClear: () => void; children: ReactNode }) {
  if (isFiltered)
    return (
      <NoneFit title="No matching calls" onClear={onClear}>
        {children || 'Nothing in the log matches these filters.'}
      </NoneFit>
    );
  return <Empty title="No calls yet">Calls by agents, programs and people appear here.</Empty>;
}
