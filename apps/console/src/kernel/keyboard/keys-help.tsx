import { Modal } from '@mantine/core';
import { useAllBindings } from './bindings.ts';
import styles from './keyboard.module.css';
import { Keys } from './keys.tsx';

/** Dialog for `?` with all keys that work on the page. */
export function KeysHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const groups = useAllBindings().map(({ title, bindings }) => ({ title, bindings: bindings.filter(({ isQuiet }) => !isQuiet) }));
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={styles.list}>
        {groups
          .filter(({ bindings }) => bindings.length > 0)
          .map(({ title, bindings }) => (
            <dl key={title} className={styles.group}>
              <dt>{title}</dt>
              {bindings.map(({ keys, does }) => (
                <dd key={keys}>
                  {does} <Keys keys={keys} />
                </dd>
              ))}
            </dl>
          ))}
      </div>
    </Modal>
  );
}
