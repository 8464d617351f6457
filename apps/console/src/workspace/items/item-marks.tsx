import styles from '../../kernel/signs/signs.module.css';
import { itemMarks as strings } from '../../kernel/words/strings.ts';
import type { Item } from '../item/item.ts';

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
