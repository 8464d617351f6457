import { entrances } from '@gatehouse/domain';
import { VisuallyHidden } from '@mantine/core';
import { ArrowRight } from '../../kernel/icons/icons.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { useNow } from '../../kernel/signs/now.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Agent, Person } from '../../kernel/signs/who.tsx';
import { type Change, commentText, describeChange, describeFields } from './change-words.ts';
import styles from './history.module.css';

/** A change besides the body: author, time, and each field with its old and new value. */
export function ChangeRow({ change }: { change: Change }) {
  const now = useNow();
  const { by, at } = change;
  const text = commentText(change);
  const entrance = entrances.find((one) => one === by.entrance);
  return (
    <div className={styles.change}>
      <span className={styles.line}>
        <By by={by} />
        <span className={styles.summary}>{describeChange(change)}</span>
        {entrance && <Entrance entrance={entrance} />}
        <span className={styles.when}>
          <Time at={at} />
        </span>
      </span>
      {text !== undefined && (
        <span className={styles.field} dir="auto">
          <ins>{text}</ins>
        </span>
      )}
      {describeFields(change, now).map(({ name, before, after }) => (
        <span key={name} className={styles.field}>
          {name}: <del>{before}</del> <ArrowRight size={12} /> <VisuallyHidden component="span">to</VisuallyHidden> <ins>{after}</ins>
        </span>
      ))}
    </div>
  );
}

/** An agent with the person it works for, a person, or Gatehouse itself. */
export function By({ by: { agentId, personId, name } }: { by: Change['by'] }) {
  const names = useNames();
  if (agentId !== null) return <Agent name={name ?? ''} person={names.person(personId)} />;
  return personId === null ? <span>Gatehouse</span> : <Person name={name ?? ''} />;
}
