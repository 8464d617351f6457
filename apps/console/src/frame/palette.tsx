import { Modal } from '@mantine/core';
import { useEffect, useId, useMemo, useState } from 'react';
import { useAllBindings } from '../keyboard/bindings.ts';
import { Keys } from '../keyboard/keys.tsx';
import { type Entry, type Findable, find } from './findables.ts';
import styles from './palette.module.css';
import { closePalette, usePaletteOpen } from './palette-state.ts';
import { useFindables } from './use-findables.tsx';

/** ⌘K: what there is by name, and what can be done here. */
export function Palette() {
  const isOpen = usePaletteOpen();
  const findables = useFindables(isOpen);
  // What was opened takes the focus itself.
  const [isChosen, setChosen] = useState(false);
  useEffect(() => {
    if (isOpen) setChosen(false);
  }, [isOpen]);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={closePalette}
      returnFocus={!isChosen}
      size={560}
      yOffset="12vh"
      classNames={{ content: styles.content ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.25} />
      <Modal.Content aria-label="Search">{isOpen && <Search findables={findables} onChoose={() => setChosen(true)} />}</Modal.Content>
    </Modal.Root>
  );
}

function Search({ findables, onChoose }: { findables: readonly Findable[]; onChoose: () => void }) {
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const id = useId();
  const actions = useActions();
  const found = useMemo(() => find(text, [...actions, ...findables]), [text, findables, actions]);
  const at = Math.min(position, found.length - 1);

  const open = (entry: Entry | undefined) => {
    if (!entry) return;
    onChoose();
    closePalette();
    entry.open();
  };
  const step = (by: number) => {
    const next = (at + by + found.length) % Math.max(1, found.length);
    setPosition(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <input
        className={styles.input}
        placeholder="Search or run a command"
        aria-label="Search or run a command"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPosition(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') step(1);
          else if (event.key === 'ArrowUp') step(-1);
          else if (event.key === 'Enter') open(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <div className={styles.list} role="listbox" id={`${id}-list`} aria-label="Found">
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
          <div
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.option}
            onClick={() => open(entry)}
            onPointerMove={() => setPosition(index)}
          >
            {entry.icon}
            <span className={styles.name}>{entry.title}</span>
            <span className={styles.kind}>{entry.kind}</span>
            {entry.keys && <Keys keys={entry.keys} />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.nothing}>Nothing is called “{text}”.</p>}
    </>
  );
}

/** What keys do here can be found by its name. */
function useActions(): Entry[] {
  const groups = useAllBindings();
  return useMemo(
    () =>
      groups.flatMap(({ title, bindings }) =>
        title === 'List'
          ? []
          : bindings
              .filter(({ isQuiet }) => !isQuiet)
              .map(({ keys, does, run }) => ({ id: `key ${keys} ${does}`, title: does, kind: title, keys, open: run })),
      ),
    [groups],
  );
}
