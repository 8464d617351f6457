import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { X } from '../icons/icons.ts';
import { openForm, useBindings } from '../keyboard/bindings.ts';
import styles from './side-panel.module.css';

/** A list with the open row at its right. */
export function Split({ children }: { children: ReactNode }) {
  return <div className={styles.split}>{children}</div>;
}

interface SidePanelProps {
  title: ReactNode;
  onClose: () => void;
  /** For long texts and forms. */
  isWide?: boolean;
  /** True if it contains a form. The first field then takes the focus, and letters are not commands. */
  isForm?: boolean;
  children: ReactNode;
}

/** Details of one row. Esc closes it and returns the focus. */
export function SidePanel({ title, onClose, isWide = false, isForm = false, children }: SidePanelProps) {
  const place = useRef<HTMLElement>(null);
  // Reads the focus before a field in the panel takes it.
  const [before] = useState(() => document.activeElement);
  useBindings('Panel', [{ keys: 'Escape', does: 'Close', run: onClose }]);
  useEffect(() => {
    if (!place.current?.contains(document.activeElement)) place.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [before]);
  return (
    <aside
      ref={place}
      className={styles.panel}
      data-wide={isWide || undefined}
      tabIndex={-1}
      aria-label="Details"
      onKeyDown={stayInside}
      {...(isForm && { [openForm]: true })}
    >
      <div className={styles.head}>
        <h2>{title}</h2>
        <ActionIcon aria-label="Close" onClick={onClose}>
          <X size={16} />
        </ActionIcon>
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

/** True if the panel covers the list, as on a phone. */
const coversList = () => window.matchMedia('(max-width: 900px)').matches;
const stops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

const stopsIn = (place: Element | null) =>
  [...(place?.querySelectorAll<HTMLElement>(stops) ?? [])].filter((one) => one.tabIndex >= 0 && one.checkVisibility());

/** Keeps Tab within a panel that covers the page, and the notices above it. */
function stayInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || !coversList()) return;
  const panel = event.currentTarget;
  const within = stopsIn(panel);
  const [first, last] = [within[0], within.at(-1)];
  const [notice] = stopsIn(document.querySelector('[data-notices]'));
  const at = document.activeElement;
  const next = event.shiftKey ? (at === first || at === panel) && last : at === last && (notice ?? first);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** A part of a panel under its own heading. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Names and values, one pair a line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
