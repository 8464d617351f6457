import { Time } from '../../kernel/signs/time.tsx';
import { Author } from '../history/author.tsx';
import { useVersions } from '../history/use-versions.ts';
import type { Item } from '../item/item.ts';
import styles from './items.module.css';

/** Author and time of a document's last change. */
export function Byline({ item }: { item: Item }) {
  const { versions } = useVersions(item.id);
  const [newest] = versions ?? [];
  return (
    <p className={styles.byline}>
      {newest && (
        <>
          <Author of={newest} />
          <span>
            {newest.changeSummary} · <Time at={newest.at} />
          </span>
        </>
      )}
    </p>
  );
}
