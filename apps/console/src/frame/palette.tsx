import { Modal } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useAllBindings } from '../keyboard/bindings.ts';
import { Keys } from '../keyboard/keys.tsx';
import { Choices } from './choices.tsx';
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
  const actions = useActions();
  const found = useMemo(() => find(text, [...actions, ...findables]), [text, findables, actions]);
  return (
    <Choices
      label="Search or run a command"
      text={text}
      onText={setText}
      choices={found}
      onChoose={(entry) => {
        onChoose();
        closePalette();
        entry.open();
      }}
      show={({ icon, title, kind, keys }) => (
        <>
          {icon}
          <span className={styles.name}>{title}</span>
          <span className={styles.kind}>{kind}</span>
          {keys && <Keys keys={keys} />}
        </>
      )}
      nothing={`Nothing is called “${text}”.`}
    />
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
