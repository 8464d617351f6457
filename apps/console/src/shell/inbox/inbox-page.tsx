import { Button, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Page } from '../../kernel/layout/page.tsx';
import { Split } from '../../kernel/layout/side-panel.tsx';
import { List } from '../../kernel/list/list.tsx';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { columns } from './columns.tsx';
import type { Entry } from './entry.ts';
import { EntryPanel } from './entry-panel.tsx';
import { useInbox, useMarks } from './use-inbox.ts';

const route = getRouteApi('/$orgId/inbox');

/** List of everything that waits for this person, newest first. The open entry is decided in a panel beside the list. // D86.6 */
export function InboxPage() {
  const { all: isAll = false } = route.useSearch();
  const navigate = route.useNavigate();
  const inbox = useInbox(isAll);
  const marks = useMarks();
  const [opened, setOpened] = useState<Entry>();
  // Show the entry as it is now, or as it was last if it no longer waits.
  const shown = opened && (inbox.rows?.find(({ id }) => id === opened.id) ?? opened);
  const open = (entry: Entry | undefined) => {
    setOpened(entry);
    if (entry) marks.see(entry);
  };
  // Mark the open entry as read again when it changes: the person sees the change.
  const isNewer = shown !== undefined && shown.at !== opened?.at;
  useEffect(() => {
    if (isNewer) open(shown);
  });
  const goOn = () => {
    const rows = inbox.rows ?? [];
    const at = rows.findIndex(({ id }) => id === opened?.id);
    open(rows[at + 1] ?? rows[at - 1]);
    void marks.refresh();
  };
  const { until } = inbox;
  return (
    <Page
      title="Inbox"
      isFilled
      toolbar={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Show"
            data={[
              { value: 'unread', label: 'Unread' },
              { value: 'all', label: 'All' },
            ]}
            value={isAll ? 'all' : 'unread'}
            onChange={(value) => {
              setOpened(undefined);
              void navigate({ search: value === 'all' ? { all: true } : {}, replace: true });
            }}
          />
          {inbox.rows?.some(({ isRead }) => !isRead) && until !== undefined && (
            <Button variant="default" ml="auto" onClick={() => marks.markAll(until)}>
              Mark all as read
            </Button>
          )}
        </>
      }
    >
      <ListStates of={inbox} empty={<Nothing isAll={isAll} />}>
        {(rows) => (
          <Split>
            <List
              label="Inbox"
              rows={rows}
              columns={columns}
              keyOf={({ id }) => id}
              versionOf={({ at }) => at}
              openKey={shown?.id}
              currentKey={shown?.id}
              onMove={(entry) => opened && open(entry)}
              onOpen={open}
              onEndNear={inbox.more}
              rowKeys={[{ keys: 'e', does: 'Mark as read or unread', run: (entries) => entries.forEach(marks.toggle) }]}
            />
            {shown && (
              <EntryPanel entry={shown} onToggle={() => marks.toggle(shown)} onDecided={goOn} onClose={() => setOpened(undefined)} />
            )}
          </Split>
        )}
      </ListStates>
    </Page>
  );
}

function Nothing({ isAll }: { isAll: boolean }) {
  return (
    <Empty title={isAll ? 'Nothing waits for you' : 'Nothing unread'}>
      Changes to review, comments for you, tools on hold and new tasks show up here.
    </Empty>
  );
}
