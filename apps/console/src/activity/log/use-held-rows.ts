import { type FocusEvent, type PointerEvent, useState } from 'react';
import type { ActivityRow } from './filters.ts';
import { heldRows } from './live-log.ts';

interface Held {
  /** Rows at the beginning of the hold, with their filters. */
  of: { key: string; rows: readonly ActivityRow[] } | undefined;
  isPointed: boolean;
  isFocused: boolean;
}

const free: Held = { of: undefined, isPointed: false, isFocused: false };

/** Holds rows still while the pointer or the focus is on them, or the list is paused, so that a click opens the intended row. */
export function useHeldRows(rows: ActivityRow[] | undefined, key: string, isPaused: boolean) {
  const [held, setHeld] = useState(free);
  const isHeld = isPaused || held.isPointed || held.isFocused;
  const of = held.of?.key === key ? held.of : undefined;
  if (rows && isHeld !== (of !== undefined)) setHeld({ ...held, of: isHeld ? { key, rows } : undefined });
  const { shown, waiting } = rows && of ? heldRows(rows, of.rows) : { shown: rows, waiting: 0 };
  return {
    rows: shown,
    waiting,
    release: () => setHeld(free),
    /** Handlers for the element around the list. */
    hold: {
      onPointerMove: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && !held.isPointed && setHeld({ ...held, isPointed: true }),
      onPointerLeave: () => held.isPointed && setHeld({ ...held, isPointed: false }),
      onFocus: () => !held.isFocused && setHeld({ ...held, isFocused: true }),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setHeld({ ...held, isFocused: false });
      },
    },
  };
}
