import { CircleAlert } from '../icons/icons.ts';
import styles from './forms.module.css';

/** Why a form was refused, where it is sent from. */
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
