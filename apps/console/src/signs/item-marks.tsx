import type { Item } from '../items/item.ts';
import { itemMarks as strings } from '../words/strings.ts';
import styles from './signs.module.css';

/** What agents may not do to a document. */
export function ItemMarks({ of: { isAgentMemory, isSystem } }: { of: Pick<Item, 'isAgentMemory' | 'isSystem'> }) {
  return (
    <>
      {isAgentMemory && (
        <span className={styles.tag} title={strings.agentsCanReadItBut}>
          {strings.memory}
        </span>
      )}
      {isSystem && (
        <span className={styles.tag} title={strings.partOfEveryWorkspace}>
          {strings.system}
        </span>
      )}
    </>
  );
}
