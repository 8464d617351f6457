import { maxBulkItems } from '@gatehouse/domain';
import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useBindings } from '../keyboard/bindings.ts';
import { useChangedRows } from './changed-rows.ts';
import type { Column } from './column.ts';
import styles from './list.module.css';
import { Row, rowHeight } from './row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useAllRows } from './use-all-rows.ts';
import { useVisibleColumns } from './visible-columns.ts';

export interface RowKey<Entry> {
  keys: string;
  does: string;
  run: (rows: Entry[]) => void;
}

export interface ListProps<Entry> {
  /** Accessible name of the list. */
  label: string;
  rows: readonly Entry[];
  /** Total number of rows, if not all are loaded. */
  total?: number | undefined;
  columns: readonly Column<Entry>[];
  keyOf: (row: Entry) => string;
  /** Changes when the row does: it flashes once then. */
  versionOf?: ((row: Entry) => string | number) | undefined;
  onOpen?: ((row: Entry) => void) | undefined;
  /** Actions at the right of a row, shown on hover and on the active row. */
  actions?: ((row: Entry) => ReactNode) | undefined;
  /** Keys that act on the selected rows, or on the current row. */
  rowKeys?: readonly RowKey<Entry>[] | undefined;
  /** Actions on selected rows. Without them, rows cannot be selected. */
  selectionActions?: ((rows: Entry[], clear: () => void) => ReactNode) | undefined;
  /** Called when the end comes near. */
  onEndNear?: (() => void) | undefined;
  /** Row that is open at the side. */
  openKey?: string | undefined;
  /** Called when keys move to a row. */
  onMove?: ((row: Entry) => void) | undefined;
  /** Row that becomes the current one, as after a decision about the row before it. */
  currentKey?: string | undefined;
  /** Note below the rows about rows that are not loaded. */
  foot?: ReactNode;
}

/** A table of 30 px rows for any number of entries: j and k move, Enter opens, x selects, Esc leaves. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share what it was opened with; to be divided
export function List<Entry>(props: ListProps<Entry>) {
  const { label, rows, columns, keyOf, versionOf, onOpen, actions, rowKeys = [], selectionActions, onEndNear, openKey, currentKey } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const visible = useVisibleColumns(scroller, columns);
  const changed = useChangedRows(rows, keyOf, versionOf);
  const listId = useId();
  const isSelectable = selectionActions !== undefined;
  const template = useMemo(
    () => [...(isSelectable ? ['28px'] : []), ...visible.map(({ width }) => width)].join(' '),
    [visible, isSelectable],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: useCallback((index: number) => keyOf(rows[index] as Entry), [rows, keyOf]),
  });
  useEffect(() => {
    if (currentKey !== undefined) setActiveKey(currentKey);
  }, [currentKey]);
  const activeIndex = rows.findIndex((row) => keyOf(row) === activeKey);
  // Index of the current row, which the next row takes when it is removed.
  const place = useRef(-1);
  if (activeIndex >= 0) place.current = activeIndex - 1;
  const before = activeIndex >= 0 ? activeIndex : place.current;

  const activate = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setActiveKey(keyOf(row));
    props.onMove?.(row);
    // Enter now acts on the row, not on a button that was pressed before.
    scroller.current?.focus({ preventScroll: true });
    virtual.scrollToIndex(rows.indexOf(row), { align: 'auto' });
  };
  const all = useAllRows(rows.length, onEndNear, () => setSelected(new Set(rows.slice(0, maxBulkItems).map(keyOf))));
  const toggle = (key: string) =>
    setSelected((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])));
  const clear = () => {
    all.stop();
    setSelected(new Set());
    anchor.current = undefined;
  };
  // Beginning of a range: the row that was last selected on its own.
  const anchor = useRef<string>(undefined);
  const selectTo = (index: number) => {
    const from = rows.findIndex((row) => keyOf(row) === anchor.current);
    const [first, last] = [Math.min(from < 0 ? index : from, index), Math.max(from, index)];
    setSelected((before) => new Set([...before, ...rows.slice(first, last + 1).map(keyOf)]));
  };
  const choose = (index: number, isRange: boolean) => {
    const row = rows[index];
    if (!row) return;
    all.stop();
    if (isRange) return selectTo(index);
    anchor.current = keyOf(row);
    toggle(keyOf(row));
  };
  const extend = (by: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, activeIndex + by));
    anchor.current ??= activeKey;
    all.stop();
    activate(index);
    selectTo(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => (event.shiftKey && isSelectable ? extend(1) : activate(activeIndex + 1)),
      ArrowUp: () => (event.shiftKey && isSelectable ? extend(-1) : activate(activeIndex - 1)),
      Home: () => activate(0),
      End: () => activate(rows.length - 1),
      ...(isSelectable && (event.ctrlKey || event.metaKey) && { a: all.selectAll }),
    };
    if (!moves[event.key]) return;
    moves[event.key]?.();
    event.preventDefault();
  };
  const active = rows[activeIndex];

  useBindings('List', [
    { keys: 'j', does: 'Next row', run: () => activate(before + 1) },
    { keys: 'k', does: 'Previous row', run: () => activate(activeIndex < 0 ? before : activeIndex - 1) },
    ...(onOpen ? [{ keys: 'Enter', does: 'Open row', run: () => active && onOpen(active) }] : []),
    ...(isSelectable ? [{ keys: 'x', does: 'Select row', run: () => choose(activeIndex, false), isForRows: true }] : []),
  ]);
  const selectedRows = rows.filter((row) => selected.has(keyOf(row)));
  const meant = selectedRows.length > 0 ? selectedRows : active ? [active] : [];
  useBindings(
    label,
    rowKeys.map(({ keys, does, run }) => ({ keys, does, run: () => meant.length > 0 && run(meant), isForRows: true })),
  );
  useLeave(selected.size > 0 || activeKey !== undefined, () => (selected.size > 0 ? clear() : setActiveKey(undefined)));

  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) onEndNear?.();
  }, [last, rows.length, onEndNear]);

  return (
    <div className={styles.place}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        aria-multiselectable={isSelectable || undefined}
        aria-activedescendant={activeIndex >= 0 ? `${listId}-${activeKey}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={styles.head} role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {isSelectable && (
            <span role="columnheader">
              <VisuallyHidden>Selected</VisuallyHidden>
            </span>
          )}
          {visible.map(({ id, title, align }) => (
            <span key={id} role="columnheader" data-align={align}>
              {title}
            </span>
          ))}
        </div>
        <div className={styles.body} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index] as Entry;
            const rowKey = String(key);
            return (
              <Row
                key={rowKey}
                id={`${listId}-${rowKey}`}
                index={index}
                row={row}
                columns={visible}
                template={template}
                start={start}
                isActive={rowKey === activeKey}
                isOpen={rowKey === openKey}
                isChanged={changed.has(rowKey)}
                isSelected={isSelectable ? selected.has(rowKey) : undefined}
                onSelect={(isRange) => choose(index, isRange)}
                onClick={() => setActiveKey(rowKey)}
                onOpen={onOpen}
                actions={actions}
              />
            );
          })}
        </div>
      </div>
      {props.foot && <p className={styles.foot}>{props.foot}</p>}
      <SelectionBar selected={selectedRows.length} onLeave={clear}>
        {selectionActions?.(selectedRows, clear)}
      </SelectionBar>
    </div>
  );
}

/** Esc goes back by one step: first out of the selection, then off the row. */
function useLeave(isIn: boolean, leave: () => void): void {
  const bindings = isIn ? [{ keys: 'Escape', does: 'Clear selection', run: leave }] : [];
  useBindings('List', bindings);
}
