import { Modal } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { partCode } from '../loading/page-code.tsx';
import { palette as strings } from '../shell/strings.ts';
import styles from './palette.module.css';
import { closePalette, usePaletteOpen } from './palette-state.ts';

const PaletteSearch = partCode(() => import('../search/palette-search.tsx'), 'PaletteSearch');

/** ⌘K: what there is, and what can be done here. Its parts are loaded when it is opened first. */
export function Palette() {
  const isOpen = usePaletteOpen();
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
      size={640}
      yOffset="12vh"
      classNames={{ content: styles.content ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.25} />
      <Modal.Content aria-label={strings.search}>
        <Suspense fallback={<div className={styles.loading} />}>{isOpen && <PaletteSearch onChoose={() => setChosen(true)} />}</Suspense>
      </Modal.Content>
    </Modal.Root>
  );
}
