import { Modal } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import styles from '../../kernel/layout/palette.module.css';
import { closePalette, usePaletteOpen } from '../../kernel/layout/palette-state.ts';
import { partCode } from '../../kernel/loading/page-code.tsx';

const PaletteSearch = partCode(() => import('../../workspace/search/palette-search.tsx'), 'PaletteSearch');

/** Command palette (⌘K) for finding content and actions. Its code is loaded when it is first opened. */
export function Palette() {
  const isOpen = usePaletteOpen();
  // An opened entry takes the focus itself.
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
      <Modal.Content aria-label="Search">
        <Suspense fallback={<div className={styles.loading} />}>{isOpen && <PaletteSearch onChoose={() => setChosen(true)} />}</Suspense>
      </Modal.Content>
    </Modal.Root>
  );
}
