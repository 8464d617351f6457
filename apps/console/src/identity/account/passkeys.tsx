import { maxPasskeyName } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { AccountFault, OwnPassword, passwordGiven } from '../../kernel/forms/own-password.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { browserName } from '../../kernel/words/browser-name.ts';
import { byReason } from '../../kernel/words/refusals.ts';
import { makePasskey } from '../passkeys/ask-browser.ts';
import styles from './account.module.css';
import { ConfirmAsOwner } from './confirm-as-owner.tsx';

type Passkey = OutputOf<'list_passkeys'>['passkeys'][number];

const passkeysQuery = toolQuery(undefined, 'list_passkeys', {});

/** Passkeys of the account, or the reason why it cannot have any. */
export function Passkeys() {
  const { data } = useQuery(passkeysQuery);
  const [isAdding, setAdding] = useState(false);
  if (!data) return null;
  return (
    <>
      {data.passkeys.length > 0 && (
        <ul className={styles.list} aria-label="Passkeys">
          {data.passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {data.noPasskeys !== null && <p style={{ margin: 0 }}>{byReason.no_passkeys}</p>}
      {data.noPasskeys === null && isAdding && <AddForm onAdded={() => setAdding(false)} />}
      {data.noPasskeys === null && !isAdding && (
        <div>
          <Button variant="default" onClick={() => setAdding(true)}>
            Add passkey…
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const queries = useQueryClient();
  const remove = async (given: { password?: string }) => {
    await call(undefined, 'remove_passkey', { passkeyId: id, ...given });
    sayDone(`Passkey ${name} removed.`);
    await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  };
  return (
    <li>
      <span className={styles.what}>{name}</span>
      <span className={styles.note}>
        {lastUsedAt === null ? 'Created' : 'Used'} <Time at={lastUsedAt ?? createdAt} />
      </span>
      <ConfirmAsOwner label="Remove" about={`the passkey ${name}`} verb="Remove passkey" color="red" send={remove}>
        <p>{name} can no longer sign you in. Browsers that used it stay signed in.</p>
      </ConfirmAsOwner>
    </li>
  );
}

function AddForm({ onAdded }: { onAdded: () => void }) {
  const queries = useQueryClient();
  const form = useForm({ name: browserName(navigator.userAgent), password: '' }, async ({ name, password }) => {
    const { options } = await call(undefined, 'begin_passkey', passwordGiven(password));
    await call(undefined, 'add_passkey', { name, passkey: await makePasskey(options) });
    await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    sayDone(`Passkey ${name} added.`);
    onAdded();
  });
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput label="Passkey name" maxLength={maxPasskeyName} required autoFocus {...form.text('name')} />
      <OwnPassword form={form} />
      <AccountFault form={form} />
      <Button type="submit" loading={form.isSending}>
        Add passkey
      </Button>
    </form>
  );
}
