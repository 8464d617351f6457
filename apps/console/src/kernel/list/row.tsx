import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import styles from './list.module.css';

export const rowHeight = 30;

export interface RowProps<Entry> {
  id: string;
  index: number;
  row: Entry;
  columns: readonly Column<Entry>[];
  template: string;
  /** Pixels from the top of all rows. */
  start: number;
  isActive: boolean;
  isOpen: boolean;
  isChanged: boolean;
  /** Undefined if rows cannot be selected. */
  isSelected: boolean | undefined;
  /** Selects a row. With Shift, selects all rows since the previously selected one. */
  onSelect: (isRange: boolean) => void;
  onClick: () => void;
  onOpen: ((row: Entry) => void) | undefined;
  actions: ((row: Entry) => ReactNode) | undefined;
}

export function Row<Entry>(props: RowProps<Entry>) {
  const { id, index, row, columns, template, start, isActive, isOpen, isChanged, isSelected, onSelect, onClick, onOpen, actions } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the active row
    <div
      id={id}
      className={styles.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      data-open={isOpen || undefined}
      data-changed={isChanged || undefined}
      data-opens={onOpen ? true : undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest('button, a, input, label')) return;
        onClick();
        if (event.shiftKey && isSelected !== undefined) onSelect(true);
        else onOpen?.(row);
      }}
    >
      {isSelected !== undefined && (
        <span role="gridcell" className={styles.check}>
          <Checkbox
            checked={isSelected}
            onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
            aria-label="Select"
            tabIndex={-1}
          />
        </span>
      )}
      {columns.map(({ id, cell, align }) => (
        <span key={id} role="gridcell" className={styles.cell} data-align={align}>
          <CellContent>{cell(row)}</CellContent>
        </span>
      ))}
      {actions && (
        <span role="gridcell" className={styles.actions}>
          {actions(row)}
        </span>
      )}
    </div>
  );
}

/** Plain words end in an ellipsis if the cell is too narrow, and are whole on hover. */
function CellContent({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children;
  return (
    <span className={styles.words} title={children}>
      {children}
    </span>
  );
}
