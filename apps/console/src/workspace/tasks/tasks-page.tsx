import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { CreateButton } from '../../kernel/keyboard/create-button.tsx';
import { Page } from '../../kernel/layout/page.tsx';
import { SidePanel, Split } from '../../kernel/layout/side-panel.tsx';
import { List } from '../../kernel/list/list.tsx';
import { useAccount } from '../../kernel/membership/membership.ts';
import { useNow } from '../../kernel/signs/now.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { NoneFit } from '../../kernel/states/none-fit.tsx';
import { Board } from './board/board.tsx';
import { columnsOf } from './columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filterOf, isNarrowed, type TaskFilters, wantsClosed, withFilter } from './filters.ts';
import { NewTask } from './new-task.tsx';
import { Selected } from './selected.tsx';
import { byChange, inOrder, isOpen, type Task } from './task.ts';
import { TaskPanel } from './task-panel.tsx';
import { useAssignees } from './use-assignees.ts';
import { useTaskActions } from './use-task-actions.tsx';
import { useTasks } from './use-tasks.ts';

const route = getRouteApi('/$orgId/tasks');

/** Tasks of people and agents, as a list or as a board by status. */
export function TasksPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const setFilters = useCallback((next: TaskFilters) => void navigate({ search: next, replace: true }), [navigate]);
  const setOpen = useCallback(
    (task?: string) => void navigate({ search: ({ comment: _, ...before }) => withFilter(before as TaskFilters, 'task', task) }),
    [navigate],
  );
  const [isMaking, setMaking] = useState(false);
  const assignees = useAssignees();
  const found = useTasks(wantsClosed(filters));
  const shown = useShown(found.tasks, filters);
  const actions = useTaskActions(assignees);
  const columns = useMemo(() => columnsOf(assignees), [assignees]);
  const isBoard = filters.view === 'board';
  const isHere = !found.isPending && !(found.error && found.tasks.size === 0);
  const make = () => setMaking(true);
  const open = (taskId: string) => {
    setMaking(false);
    setOpen(taskId);
  };
  const openTask = ({ taskId }: Task) => open(taskId);
  useBindings('Tasks', [
    { keys: 'c', does: 'Create task', run: make },
    {
      keys: 'v',
      does: isBoard ? 'Show as list' : 'Show as board',
      run: () => setFilters(withFilter(filters, 'view', isBoard ? undefined : 'board')),
    },
  ]);

  return (
    <Page
      title="Tasks"
      isFilled
      actions={<CreateButton label="Create task" onClick={make} />}
      toolbar={
        <FilterBar
          filters={filters}
          assignees={assignees}
          shown={isHere ? shown.length : undefined}
          isCut={found.isCut.open || found.isCut.closed}
          onChange={setFilters}
        />
      }
    >
      <ListStates of={{ rows: isHere ? shown : undefined, error: found.error, refetch: found.refetch }}>
        {(rows) => (
          <Split>
            {isBoard ? (
              <Board
                tasks={rows}
                assignees={assignees}
                actions={actions}
                openId={filters.task}
                onOpen={openTask}
                onEndNear={found.more}
                isCut={found.isCut}
              />
            ) : rows.length > 0 ? (
              <List
                label="Tasks"
                rows={rows}
                columns={columns}
                keyOf={keyOf}
                versionOf={versionOf}
                openKey={filters.task}
                onOpen={openTask}
                onEndNear={found.more}
                rowKeys={actions.keys}
                selectionActions={(tasks) => <Selected tasks={tasks} actions={actions} />}
                foot={found.hasMoreOpen && 'Showing the 10,000 most recently changed open tasks. Filter to see others.'}
              />
            ) : (
              <NoTasks isNarrowed={isNarrowed(filters)} onClear={() => setFilters({})} onMake={make} />
            )}
            {isMaking && (
              <SidePanel title="Create task" isForm onClose={() => setMaking(false)}>
                <NewTask assignees={assignees} onMade={open} />
              </SidePanel>
            )}
            {!isMaking && filters.task !== undefined && (
              <TaskPanel
                key={filters.task}
                taskId={filters.task}
                comment={filters.comment}
                task={found.tasks.get(filters.task)}
                assignees={assignees}
                change={actions.change}
                onClose={() => setOpen()}
              />
            )}
          </Split>
        )}
      </ListStates>
      {actions.question}
    </Page>
  );
}

const keyOf = ({ taskId }: Task) => taskId;
const versionOf = ({ updatedAt }: Task) => updatedAt;

/** Open ones by their due dates, then closed ones as they were closed. */
function useShown(tasks: ReadonlyMap<string, Task>, filters: TaskFilters): Task[] {
  const { account } = useAccount();
  // Due states change only with the day.
  const today = new Date(useNow()).setHours(0, 0, 0, 0);
  const { view, status, assignee, due, source, text, closed } = filters;
  return useMemo(() => {
    const now = Math.max(today, Date.now());
    const fits = filterOf({ view, status, assignee, due, source, text, closed } as TaskFilters, { email: account.email, now });
    const fitting = [...tasks.values()].filter(fits);
    return [...fitting.filter(isOpen).sort(inOrder), ...fitting.filter((task) => !isOpen(task)).sort(byChange)];
  }, [tasks, view, status, assignee, due, source, text, closed, account.email, today]);
}

function NoTasks({ isNarrowed, onClear, onMake }: { isNarrowed: boolean; onClear: () => void; onMake: () => void }) {
  if (isNarrowed)
    return (
      <NoneFit title="No matching tasks" onClear={onClear}>
        No open tasks match these filters.
      </NoneFit>
    );
  return (
    <Empty title="No tasks yet" action={<Button onClick={onMake}>Create task</Button>}>
      People and agents share one list. Tasks that agents create appear here right away.
    </Empty>
  );
}
