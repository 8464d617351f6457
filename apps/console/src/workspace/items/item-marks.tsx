import styles from '../../kernel/signs/signs.module.css';
import type { Item } from '../item/item.ts';

/** Marks of a document that agents, or this person, cannot change. */
export function ItemMarks({
  of: { isAgentMemory, isSystem, canWrite = true },
}: {
  of: Pick<Item, 'isAgentMemory' | 'isSystem'> & Partial<Pick<Item, 'canWrite'>>;
}) {
  return (
    <>
      {isAgentMemory && (
        <span className={styles.tag} title="Agents can read it but not change or delete it">
          memory
        </span>
      )}
      {!canWrite && (
        <span className={styles.tag} title="Its folder is shared with you to read">
          read only
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
