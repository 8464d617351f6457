import { maxTitle, textSourceOf } from '@gatehouse/domain';
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { LineForm } from '../../kernel/forms/line-form.tsx';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { Split } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { FindBar } from '../find/find-bar.tsx';
import { HistoryPanel } from '../history/history-panel.tsx';
import { Timeline } from '../history/timeline.tsx';
import { FolderSelect } from '../item/folder-select.tsx';
import { crumbsOf, type Item, isFixed } from '../item/item.ts';
import { useFreshItem } from '../item/use-fresh-item.ts';
import { useItemChanges } from '../item/use-item-changes.ts';
import { MomentForm } from '../past/moment-form.tsx';
import { ItemMarks } from './item-marks.tsx';
import { ItemMenu } from './item-menu.tsx';
import styles from './items.module.css';
import { useItemComments } from './use-item-comments.tsx';

const route = getRouteApi('/$orgId/documents/item/$itemId');

export interface ItemFrameProps {
  item: Item;
  /** Buttons for this kind of item, the most important first. */
  actions?: ReactNode;
  /** Line above the content. */
  toolbar?: ReactNode;
  /** Scrolling element, for views that need it. */
  scroller?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

type Asked = 'name' | 'folder' | 'past';

/** Frame of every item: its place, its actions and its history. */
export function ItemFrame({ item, actions, toolbar, scroller, children }: ItemFrameProps) {
  const { orgId } = useMembership();
  useFreshItem(item);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const ownScroller = useRef<HTMLDivElement>(null);
  const content = scroller ?? ownScroller;
  const find = useFindBar(item, content, search.find);
  const [asked, setAsked] = useState<Asked>();
  const leave = () => setAsked(undefined);
  const { history: isOpen, comments: _, comment: __, ...closed } = search;
  const showHistory = (isShown: boolean) => void navigate({ search: isShown ? { ...closed, history: true } : closed });
  const comments = useItemComments(item, content);
  useBindings('Document', [
    { keys: 'h', does: 'History', run: () => showHistory(!isOpen) },
    { keys: 'p', does: 'View the past', run: () => setAsked('past') },
    { keys: 'c', does: 'Comments', run: comments.toggle },
    ...(find.open ? [{ keys: 'mod+f', does: 'Find in text', run: find.open }] : []),
    ...(isFixed(item)
      ? []
      : [
          // The name of a skill comes from its text.
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
          {comments.button}
          <ItemMenu
            item={item}
            returnsFocus={asked === undefined && !find.isOpen}
            onRename={() => setAsked('name')}
            onMove={() => setAsked('folder')}
            onHistory={() => showHistory(true)}
            onPast={() => setAsked('past')}
            onComments={comments.open}
            onFind={find.open}
          />
        </>
      }
      toolbar={asked === undefined ? toolbar : <AskedLine asked={asked} item={item} onClose={leave} />}
    >
      <Split>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people must be able to scroll it with the keyboard */}
        <div ref={content} className={styles.scroller} tabIndex={0} role="region" aria-label="Content">
          {find.bar}
          {children}
          {comments.selection}
        </div>
        <Timeline item={item} />
        {isOpen && <HistoryPanel item={item} onClose={() => showHistory(false)} />}
        {comments.panel}
      </Split>
    </Page>
  );
}

/** Form that replaces the toolbar after a command. */
function AskedLine({ asked, item, onClose }: { asked: Asked; item: Item; onClose: () => void }) {
  const navigate = route.useNavigate();
  const changes = useItemChanges();
  switch (asked) {
    case 'name':
      return (
        <LineForm
          label="Name"
          initial={item.name}
          verb="Rename"
          maxLength={maxTitle}
          send={(name) => changes.rename(item, name)}
          onClose={onClose}
        />
      );
    case 'folder':
      return (
        <>
          <FolderSelect
            label="Move to…"
            autoFocus
            onLeave={onClose}
            onChoose={(folder) => {
              changes.move([item], folder);
              onClose();
            }}
          />
          <Button variant="subtle" color="gray" c="inherit" onClick={onClose}>
            Cancel
          </Button>
        </>
      );
    case 'past':
      return <MomentForm onView={(asOf) => void navigate({ search: { asOf } })} onClose={onClose} />;
    default:
      return asked satisfies never;
  }
}

/** Search bar for the text of an item, or for extracted text that a search led to. Elsewhere the browser's own search works. */
function useFindBar({ text, mimeType }: Item, content: RefObject<HTMLElement | null>, sought: string | undefined) {
  const [asked, setAsked] = useState(0);
  const [left, setLeft] = useState<string>();
  const hasText = text !== null || (sought !== undefined && textSourceOf(mimeType) !== undefined);
  const isOpen = (asked > 0 || (sought !== undefined && sought !== left)) && hasText;
  return {
    isOpen,
    open: hasText ? () => setAsked(asked + 1) : undefined,
    bar: isOpen && (
      <FindBar
        key={sought}
        content={content}
        asked={asked}
        sought={sought}
        onClose={() => {
          setAsked(0);
          setLeft(sought);
        }}
      />
    ),
  };
}
