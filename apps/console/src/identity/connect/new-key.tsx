import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { CodeBlock, CopyButton } from '../../kernel/forms/code-block.tsx';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Access } from '../../kernel/signs/access.tsx';
import { exactTime } from '../../kernel/words/time-words.ts';
import { FirstCall } from '../agents/first-call.tsx';
import styles from './connect-page.module.css';
import { GroupedTabs } from './grouped-tabs.tsx';
import { KeyGuard } from './key-guard.tsx';
import { NextSteps } from './next-steps.tsx';
import { snippetsFor } from './snippets.ts';
import { useLastChoice } from './use-last-choice.ts';
import { useSignInUrl } from './use-sign-in-url.ts';

const keyOf = (name: string) => `${name}'s key`;

/** A new key, shown only once, with snippets to paste, and its first call when that arrives. */
export function NewKey({ name, made }: { name: string; made: OutputOf<'create_key'> }) {
  const { orgId } = useMembership();
  const mcpPath = useSignInUrl() ? '/mcp/key' : '/mcp';
  const snippets = snippetsFor({ origin: window.location.origin, key: made.key, mcpPath });
  const [shown, show] = useLastChoice(
    'kind of program',
    snippets.map(({ id }) => id),
  );
  const news = useFocusHere<HTMLDivElement>();
  // Copied with a button or by hand, or in use already.
  const [isSafe, setSafe] = useState(false);
  const beSafe = useCallback(() => setSafe(true), []);
  return (
    <div className={styles.made} onCopy={beSafe}>
      <KeyGuard secret={made.key} isSafe={isSafe} onCopied={beSafe} />
      <div {...news} role="group" aria-label={keyOf(name)}>
        <h2>
          {keyOf(name)} <Access access={made.access} />
        </h2>
        <p className={styles.lead}>
          Copy it now. We store only a hash, so you won't see it again. {made.expiresAt ? `Expires ${exactTime(made.expiresAt)}.` : ''}
        </p>
      </div>
      <div className={styles.key}>
        <code data-secret>{made.key}</code>
        <CopyButton text={made.key} what="the key" isMain onCopied={beSafe} />
      </div>
      <GroupedTabs label="Kind of program" choices={snippets} chosen={shown} onChoose={show}>
        {({ title, into, text }) => (
          <>
            <p className={styles.into}>{into}</p>
            <CodeBlock text={text} what={title} onCopied={beSafe} />
          </>
        )}
      </GroupedTabs>
      <FirstCall keyId={made.keyId} onCalled={beSafe} />
      <NextSteps keyId={made.keyId} agentId={made.agentId} />
      <div>
        <Button component={Link} to={`/${orgId}/agents`} variant="default">
          Back to agents
        </Button>
      </div>
    </div>
  );
}
