import { maxPasskeyName } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useForm } from '../../kernel/forms/use-form.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { byReason } from '../../kernel/words/refusals.ts';
import { makePasskey } from '../passkeys/ask-browser.ts';
import { passkeys as strings } from '../strings.ts';
import styles from './account.module.css';
import { browserName } from './browser-name.ts';
import { ConfirmAsOwner } from './confirm-as-owner.tsx';
import { AccountFault, OwnPassword, passwordGiven } from './own-password.tsx';

type Passkey = OutputOf<'list_passkeys'>['passkeys'][number];

const passkeysQuery = toolQuery(undefined, 'list_passkeys', {});

/** What the account signs in with in place of its password; why it cannot, where that is so. */
export function Passkeys() {
  const { data } = useQuery(passkeysQuery);
  const [isAdding, setAdding] = useState(false);
  if (!data) return null;
  return (
    <>
      {data.passkeys.length > 0 && (
        <ul className={styles.list} aria-label={strings.passkeys}>
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
            {strings.addPasskeyMore}
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
    sayDone(strings.passkeyRemoved(name));
    await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  };
  return (
    <li>
      <span className={styles.what}>{name}</span>
      <span className={styles.note}>
        {lastUsedAt === null ? strings.created : strings.used} <Time at={lastUsedAt ?? createdAt} />
      </span>
      <ConfirmAsOwner label={strings.remove} about={strings.passkey(name)} verb={strings.removePasskey} color="red" send={remove}>
        <p>{strings.canNoLongerSignYou(name)}</p>
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
    sayDone(strings.passkeyAdded(name));
    onAdded();
  });
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput label={strings.passkeyName} maxLength={maxPasskeyName} required autoFocus {...form.text('name')} />
      <OwnPassword form={form} />
      <AccountFault form={form} />
      <Button type="submit" loading={form.isSending}>
        {strings.addPasskey}
      </Button>
    </form>
  );
}
