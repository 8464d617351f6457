import { type HiddenCharacters as Found, placesOfHiddenCharacters } from '@gatehouse/domain';
import { CircleAlert } from '../icons/icons.ts';
import { count as counted } from '../words/count-words.ts';
import styles from './signs.module.css';

export interface HiddenIn extends Found {
  /** The field or file. */
  of: string;
}

/** Counts the characters that agents read and people do not see, and names their places. */
export function HiddenCharacters({ all }: { all: readonly HiddenIn[] }) {
  if (all.length === 0) return null;
  return (
    <div className={styles.hidden}>
      <CircleAlert size={16} aria-hidden="true" />
      <div>
        <p>Agents read these characters. You can't see them:</p>
        <ul>
          {all.map(({ of, count, first }) => (
            <li key={of}>
              <code>{of}</code> {counted(count, 'hidden character')}
              {first.length > 0 && `: ${placesOfHiddenCharacters({ count, first })}`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
