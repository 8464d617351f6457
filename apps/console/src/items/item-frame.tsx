import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useState } from 'react';
import { LineForm } from '../forms/line-form.tsx';
import { Page } from '../frame/page.tsx';
import { Split } from '../frame/side-panel.tsx';
import { useBindings } from '../keyboard/bindings.ts';
import { useMembership } from '../session/membership.ts';
import { ItemMarks } from '../signs/item-marks.tsx';
import { FolderSelect } from './folder-select.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { Timeline } from './history/timeline.tsx';
import { crumbsOf, type Item } from './item.ts';
import { ItemMenu } from './item-menu.tsx';
import styles from './items.module.css';
import { useFreshItem } from './use-fresh-item.ts';
import { useItemChanges } from './use-item-changes.ts';

const route = getRouteApi('/$orgId/documents/item/$itemId');

export interface ItemFrameProps {
  item: Item;
  /** Verbs of this kind of item, the most important first. */
  actions?: ReactNode;
  /** One line above it. */
  toolbar?: ReactNode;
  /** What scrolls, for who needs to know. */
  scroller?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** What stands around every item: where it is, what can be done to it as a whole, and its history. */
export function ItemFrame({ item, actions, toolbar, scroller, children }: ItemFrameProps) {
  const { orgId } = useMembership();
  useFreshItem(item);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changes = useItemChanges();
  const [asked, setAsked] = useState<'name' | 'folder'>();
  const leave = () => setAsked(undefined);
  const { history: isOpen, ...closed } = search;
  const showHistory = (isShown: boolean) => void navigate({ search: isShown ? { ...search, history: true } : closed });
  const isFixed = item.isAgentMemory;
  useBindings('Document', [
    { keys: 'h', does: 'History', run: () => showHistory(!isOpen) },
    ...(isFixed
      ? []
      : [
          // A skill is named by its text.
          ...(item.type === 'skill' ? [] : [{ keys: 'r', does: 'Rename', run: () => setAsked('name') }]),
          { keys: 'm', does: 'Move', run: () => setAsked('folder') },
        ]),
  ]);
  return (
    <Page
      title={item.name}
      crumbs={crumbsOf(orgId, item)}
      isFilled
      actions={
        <>
          <ItemMarks of={item} />
          {actions}
          <ItemMenu
            item={item}
            returnsFocus={asked === undefined}
            onRename={() => setAsked('name')}
            onMove={() => setAsked('folder')}
            onHistory={() => showHistory(true)}
          />
        </>
      }
      toolbar={
        asked === 'name' ? (
          <LineForm
            label="Name"
            initial={item.name}
            verb="Rename"
            maxLength={200}
            send={(name) => changes.rename(item, name)}
            onClose={leave}
          />
        ) : asked === 'folder' ? (
          <>
            <FolderSelect
              label="Move to…"
              autoFocus
              onLeave={leave}
              onChoose={(folder) => {
                changes.move([item], folder);
                leave();
              }}
            />
            <Button variant="subtle" color="gray" c="inherit" onClick={leave}>
              Cancel
            </Button>
          </>
        ) : (
          toolbar
        )
      }
    >
      <Split>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label="Content">
          {children}
        </div>
        <Timeline item={item} />
        {isOpen && <HistoryPanel item={item} onClose={() => showHistory(false)} />}
      </Split>
    </Page>
  );
}
