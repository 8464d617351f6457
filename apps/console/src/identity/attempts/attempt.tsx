import type { OutputOf } from '../../kernel/calls/call.ts';
import { StateDot } from '../../kernel/signs/state-dot.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import styles from './attempts.module.css';
import { sayAttempt } from './say-attempt.ts';

export type ConnectAttempt = OutputOf<'list_connect_attempts'>['attempts'][number];

const states: Record<ConnectAttempt['state'], { dot: 'on' | 'off' | 'waiting'; words: string }> = {
  connected: { dot: 'on', words: 'Connected' },
  under_way: { dot: 'waiting', words: 'In progress' },
  stopped: { dot: 'off', words: 'Stopped' },
};

/** One attempt of a client: its progress and what to change, and on opening its steps. */
export function Attempt({ of: attempt }: { of: ConnectAttempt }) {
  const { client, userAgent, email, state, lastAt, steps } = attempt;
  const { dot, words } = states[state];
  const { why, change } = sayAttempt(attempt, window.location.origin);
  return (
    <article className={styles.attempt}>
      <h2>
        <StateDot state={dot} />
        <span className={styles.name}>{client ?? userAgent ?? 'Unknown client'}</span>
        <span className={styles.dim}>
          {words} · {email !== null && `${email} · `}
          <Time at={lastAt} />
        </span>
      </h2>
      <p>{why}</p>
      {change !== undefined && <p className={styles.change}>{change}</p>}
      <details>
        <summary>Steps</summary>
        <ol>
          {steps.map((step) => (
            <li key={`${step.at} ${step.step} ${step.status}`}>
              <code>
                {step.step} {step.status}
              </code>{' '}
              <Time at={step.at} />
              <dl>
                {Object.entries({ ...step.asked, ...step.answered }).map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ol>
      </details>
    </article>
  );
}
