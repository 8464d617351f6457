import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './resize-handle.module.css';

const narrowest = 180;
const widest = 560;
const step = 16;

/** Width of a panel in pixels, which this browser remembers. The default depends on the width of the window. */
export function usePanelWidth(name: string): [width: number, choose: (width: number | undefined) => void] {
  const key = `gatehouse width of ${name}`;
  const [chosen, setChosen] = useState(() => Number(localStorage.getItem(key)) || undefined);
  const choose = (width: number | undefined) => {
    const next = width === undefined ? undefined : within(width);
    setChosen(next);
    if (next === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, String(next));
  };
  return [within(chosen ?? Math.min(320, Math.max(208, window.innerWidth * 0.18))), choose];
}

const within = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)));

interface ResizeHandleProps {
  label: string;
  width: number;
  /** Called with the chosen width, or with undefined to return to the default. */
  onResize: (width: number | undefined) => void;
}

/** Draggable edge of its parent panel. Follows the pointer and the arrow keys. A double click or Enter resets the width. */
export function ResizeHandle({ label, width, onResize }: ResizeHandleProps) {
  const follow = ({ currentTarget: handle, clientX, pointerId }: PointerEvent<HTMLElement>) => {
    const panel = handle.parentElement;
    if (!panel || !handle.hasPointerCapture(pointerId)) return;
    onResize(clientX - panel.getBoundingClientRect().left);
  };
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const widths = { ArrowLeft: width - step, ArrowRight: width + step, Home: narrowest, End: widest, Enter: undefined };
    if (!Object.hasOwn(widths, event.key)) return;
    event.preventDefault();
    onResize(widths[event.key as keyof typeof widths]);
  };
  return (
    <div
      className={styles.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={follow}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={pressed}
    />
  );
}
