import type { Item } from '../items/item.ts';
import styles from './signs.module.css';

/** What agents may not do to a document. */
export function ItemMarks({ of: { isAgentMemory, isSystem } }: { of: Pick<Item, 'isAgentMemory' | 'isSystem'> }) {
  return (
    <>
      {isAgentMemory && (
        <span className={styles.tag} title="Agents read it, and cannot change or delete it">
          memory
        </span>
      )}
      {isSystem && (
        <span className={styles.tag} title="The workspace began with it: it can be changed, and not deleted">
          system
        </span>
      )}
    </>
  );
}
