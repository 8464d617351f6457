import type { ToolRow } from '../use-connections.ts';
import { changedLines } from './changed-lines.ts';
import styles from './connection.module.css';

const fieldNames: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  inputSchema: 'Input',
  outputSchema: 'Output',
  annotations: 'Annotations',
  binding: 'Request',
};

const signs = { same: ' ', removed: '−', added: '+', skipped: '⋯' } as const;
const spoken = { same: '', removed: 'before: ', added: 'now: ', skipped: '' } as const;

/** Differences between a held tool and its approved definition. Each line has a sign, not only a colour. */
export function DefinitionChanges({ of: changes }: { of: ToolRow['changes'] }) {
  return (
    <div className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <section key={field} aria-label={fieldNames[field] ?? field}>
          <h3>{fieldNames[field] ?? field}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people must be able to scroll it with the keyboard */}
          <pre tabIndex={0}>
            {changedLines(before, after).map(({ kind, text }, index) => (
              <span key={index} data-kind={kind}>
                <i aria-hidden="true">{signs[kind]}</i>
                <span className={styles.spoken}>{spoken[kind]}</span>
                {text}
                {'\n'}
              </span>
            ))}
          </pre>
        </section>
      ))}
    </div>
  );
}
