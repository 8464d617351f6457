import styles from '../../kernel/signs/signs.module.css';
import type { Item } from '../item/item.ts';

/** What agents may not do to a document. */
export function ItemMarks({ of: { isAgentMemory, isSystem } }: { of: Pick<Item, 'isAgentMemory' | 'isSystem'> }) {
  return (
    <>
      {isAgentMemory && (
        <span className={styles.tag} title="Agents can read it but not change or delete it">
          memory
        </span>
      )}
      {isSystem && (
        <span className={styles.tag} title="Part of every workspace. You can change it but not delete it">
          system
        </span>
      )}
    </>
  );
}
