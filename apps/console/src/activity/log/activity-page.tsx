import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Page } from '../../kernel/layout/page.tsx';
import { SidePanel, Split } from '../../kernel/layout/side-panel.tsx';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { NoneFit } from '../../kernel/states/none-fit.tsx';
import { exactSecond } from '../../kernel/words/time-words.ts';
import { readChosen } from '../../workspace/offers/search.ts';
import styles from './activity.module.css';
import { columnsOf } from './activity-columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type ActivityFilters, type ActivityRow, readCall, readFilters, withCallers, writeCall } from './filters.ts';
import { Histogram } from './histogram/histogram.tsx';
import { Story } from './story.tsx';
import { TakeBackSelected } from './take-back-selected.tsx';
import { useActivity } from './use-activity.ts';
import { useHeldRows } from './use-held-rows.ts';
import { useOpenCall } from './use-open-call.ts';

const route = getRouteApi('/$orgId/activity');

/** Every call that was answered, newest first, and new ones as they come. */
export function ActivityPage() {
  const { orgId } = useMembership();
  const search = route.useSearch();
  const filters = useMemo(() => withCallers(readFilters(search)), [search]);
  const navigate = route.useNavigate();
  const [isLive, setLive] = useState(true);
  const opened = readCall(search.call);
  const setFilters = useCallback(
    (next: ActivityFilters) => void navigate({ search: { ...next, ...(search.call !== undefined && { call: search.call }) } }),
    [navigate, search.call],
  );
  const setOpen = (row: ActivityRow | undefined) => void navigate({ search: row ? { ...filters, call: writeCall(row) } : filters });
  const names = useNames();
  const asked = useActivity(filters);
  const { rows, waiting, release, hold } = useHeldRows(asked.rows, JSON.stringify(filters), !isLive);
  const activity = { ...asked, rows };
  const { more, searchedTo } = activity;
  const columns = useMemo(() => columnsOf(names), [names]);
  const open = useOpenCall(opened, asked.rows);
  const searched = searchedTo !== undefined && <SearchedTo at={searchedTo} onMore={more} />;

  return (
    <Page
      title="Activity"
      isFilled
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/$orgId/activity/take-back" params={{ orgId }} search={readChosen({ ...filters })} />}
        >
          Take back…
        </Button>
      }
      toolbar={
        <FilterBar
          filters={filters}
          names={names}
          onChange={setFilters}
          isLive={isLive}
          onLive={setLive}
          waiting={waiting}
          onRelease={release}
        />
      }
    >
      <Histogram
        filters={filters}
        onRange={(since, until) => setFilters({ ...filters, since, until })}
        onFilter={(field, value) => setFilters(withValue(filters, field, value))}
      />
      <ListStates
        of={activity}
        empty={
          <NoCalls isFiltered={filters.by !== 'agents' || Object.keys(filters).length > 1} onClear={() => setFilters({ by: 'all' })}>
            {searched}
          </NoCalls>
        }
      >
        {(rows) => (
          <Split>
            <div className={styles.held} {...hold}>
              <List
                label="Calls"
                rows={rows}
                columns={columns}
                keyOf={keyOf}
                onOpen={setOpen}
                onEndNear={more}
                openKey={opened && String(opened.id)}
                selectionActions={(chosen) => <TakeBackSelected rows={chosen} />}
                foot={searched}
              />
            </div>
            {open === 'absent' && (
              <SidePanel title="Call not found" onClose={() => setOpen(undefined)}>
                This call is no longer in the log, or you can't see it.
              </SidePanel>
            )}
            {typeof open === 'object' && (
              <Story row={open} names={names} filters={filters} onFilter={setFilters} onClose={() => setOpen(undefined)} />
            )}
          </Split>
        )}
      </ListStates>
    </Page>
  );
}

/** Adds a value to the filters, or removes it if they have it. */
function withValue(filters: ActivityFilters, field: 'result' | 'entrance', value: string): ActivityFilters {
  const { [field]: before, ...rest } = filters;
  return before === value ? rest : { ...rest, [field]: value };
}

const keyOf = ({ id }: ActivityRow) => String(id);

/** Matches are rare: shows how far the search has read, and continues on request. */
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
      <NoneFit title="No matching calls" verb="Show all calls" onClear={onClear}>
        {children || 'Nothing in the log matches these filters.'}
      </NoneFit>
    );
  return (
    <NoneFit title="No calls by agents yet" verb="Show all calls" onClear={onClear}>
      Calls by agents and programs appear here as they come.
    </NoneFit>
  );
}
