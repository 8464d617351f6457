import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { Access } from '../../kernel/signs/access.tsx';
import { count, number } from '../../kernel/words/count-words.ts';
import { hostOf } from '../accounts/account-words.ts';
import { LeftOutList } from '../left-out-list.tsx';
import styles from './connect.module.css';

type OfferedTool = OutputOf<'check_service'>['tools'][number];

export interface OfferProps {
  offer: OutputOf<'check_service'>;
  /** True if the service was asked with credentials. */
  hasAccess: boolean;
  confirmed: ReadonlySet<string>;
  onConfirm: (origins: ReadonlySet<string>) => void;
}

/** Offer of a service: its tools, their cost for a model, everything left out with its reason, and the recipients of the credentials. */
export function Offer({ offer, hasAccess, confirmed, onConfirm }: OfferProps) {
  const {
    tools,
    toolsCount,
    listingTokens,
    callOrigins,
    credentialOrigins,
    unconfirmedOrigins,
    leftOut = [],
    signIn,
    needsAccount,
  } = offer;
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = tools.filter(({ name, description }) => words.every((word) => `${name} ${description}`.toLowerCase().includes(word)));
  const writing = tools.filter(({ mode }) => mode === 'write').length;
  return (
    <div className={styles.offer}>
      {signIn && (
        <p className={styles.lead}>
          People sign in at <b>{hostOf(signIn.authorizationUrl)}</b>
          {signIn.scope !== null && ` with the scope ${signIn.scope}`}.{' '}
          {signIn.registers ? 'Connecting registers Gatehouse there.' : 'Gatehouse uses the client that you entered.'}
        </p>
      )}
      {needsAccount && (
        <p className={styles.lead}>It lists its tools only after sign-in. They appear when the first account is connected.</p>
      )}
      <p className={styles.lead} hidden={needsAccount}>
        {count(toolsCount, 'tool')}: {number(toolsCount - writing)} read, {number(writing)} write. Listing them costs a model about{' '}
        {number(listingTokens)} tokens.
        {hasAccess && credentialOrigins.length > 0
          ? ` Calls and credentials go to ${credentialOrigins.join(', ')}.`
          : callOrigins.length > 0 && ` Calls go to ${callOrigins.join(', ')}.`}
      </p>
      {unconfirmedOrigins.length > 0 && (
        <fieldset className={styles.origins}>
          <legend>Some tools call other addresses. They are refused unless you trust them here:</legend>
          {unconfirmedOrigins.map((origin) => (
            <Checkbox
              key={origin}
              label={origin}
              checked={confirmed.has(origin)}
              onChange={(event) => {
                const next = new Set(confirmed);
                if (event.currentTarget.checked) next.add(origin);
                else next.delete(origin);
                onConfirm(next);
              }}
            />
          ))}
        </fieldset>
      )}
      {!needsAccount && (
        <>
          <TextInput
            aria-label="Find a tool"
            placeholder="Find a tool"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <div className={styles.tools}>
            <List label="Tools" rows={shown} columns={columns} keyOf={({ name }) => name} />
          </div>
          <LeftOutList of={leftOut} />
        </>
      )}
    </div>
  );
}

const columns: Column<OfferedTool>[] = [
  {
    id: 'name',
    title: 'Tool',
    width: 'minmax(120px, 1fr)',
    cell: ({ name }) => (
      <code className={styles.cut} title={name}>
        {name}
      </code>
    ),
  },
  { id: 'mode', title: 'Mode', width: '56px', cell: ({ mode }) => <Access access={mode} /> },
  {
    id: 'description',
    title: 'Description',
    width: 'minmax(120px, 2fr)',
    from: 480,
    cell: ({ description }) => (
      <span className={styles.cut} title={description}>
        {description}
      </span>
    ),
  },
];
