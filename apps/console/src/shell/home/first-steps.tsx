import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Check } from '../../kernel/icons/icons.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import styles from './home.module.css';
import type { FirstStepsDone } from './use-first-steps.ts';

/** Steps of the first day. Each ticks itself when it is done. */
export function FirstSteps({ done }: { done: FirstStepsDone }) {
  const { orgId } = useMembership();
  return (
    <section className={styles.first} aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <p>Gatehouse is where your documents, tasks and services meet your agents. You see what they do, and can take it back.</p>
      <ol>
        <Step isDone={done.hasWritten} hint="Agents read and change it like a colleague.">
          <Link to="/$orgId/documents" params={{ orgId }}>
            Write a document
          </Link>
        </Step>
        <Step isDone={done.hasConnected} hint="Claude, ChatGPT, Cursor, VS Code, or a program of your own.">
          <Link to="/$orgId/agents/connect" params={{ orgId }}>
            Connect an agent
          </Link>
        </Step>
        <Step isDone={done.hasCalled} hint="Ask it to read your document. Its calls appear as they come.">
          <Link to="/$orgId/activity" params={{ orgId }}>
            See its first call
          </Link>
        </Step>
      </ol>
    </section>
  );
}

function Step({ isDone, hint, children }: { isDone: boolean; hint: string; children: ReactNode }) {
  return (
    <li data-done={isDone || undefined}>
      <span className={styles.tick} role="img" aria-label={isDone ? 'Done' : 'Not done'}>
        {isDone && <Check size={12} strokeWidth={2.5} />}
      </span>
      <span>
        {children}
        <span className={styles.hint}>{hint}</span>
      </span>
    </li>
  );
}
