import { CircleAlert } from '../icons/icons.ts';
import styles from './forms.module.css';

/** Reason why a form was refused, next to its button. */
export function Fault({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={styles.place}>
      {text !== undefined && (
        <p className={styles.fault}>
          <CircleAlert size={14} aria-hidden="true" />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
