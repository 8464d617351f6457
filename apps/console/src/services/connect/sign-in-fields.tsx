import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { CopyButton } from '../../agents/code-block.tsx';
import type { AccessValues } from './access-values.ts';
import styles from './connect.module.css';

export interface SignInFieldsProps {
  values: AccessValues;
  set: (change: Partial<AccessValues>) => void;
}

/** What the redirect addresses of all connections begin with: the one of a new connection is not known yet. */
const redirectAddress = () => `${window.location.origin}/app/services/callback`;

/** Whose account calls use at a service, and what is only given where the service does not say it by itself. */
export function SignInFields({ values, set }: SignInFieldsProps) {
  const { accounts, clientId, secret, scope, issuer, authorizationUrl, tokenUrl, revocationUrl } = values;
  const text = (name: 'clientId' | 'scope' | 'issuer' | 'authorizationUrl' | 'tokenUrl' | 'revocationUrl', value: string) => ({
    name,
    value,
    maxLength: 2000,
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <fieldset className={styles.field}>
        <legend>Whose account</legend>
        <SegmentedControl
          aria-label="Whose account"
          value={accounts}
          onChange={(next) => set({ accounts: next })}
          data={[
            { value: 'person', label: 'Each person their own' },
            { value: 'organization', label: 'One for the organization' },
          ]}
        />
        <p className={styles.lead}>
          {accounts === 'person'
            ? 'An agent acts there as the person it belongs to, with what that person may do. Each connects their account with a click.'
            : 'All calls use one account. Whoever manages the connection connects it with a click.'}
        </p>
      </fieldset>
      <details className={styles.more}>
        <summary>The service wants a client id</summary>
        <div className={styles.fields}>
          <p className={styles.lead}>
            Most MCP servers register Gatehouse by themselves. If one does not, register an OAuth app there with this redirect address, and
            enter what you get. Once connected, the page of the connection shows its own redirect address: register that one instead.
          </p>
          <div className={styles.copied}>
            <code>{redirectAddress()}</code>
            <CopyButton text={redirectAddress()} what="the redirect address" />
          </div>
          <TextInput label="Client id" {...text('clientId', clientId)} />
          <PasswordInput
            label="Client secret"
            description="Where the app has one"
            autoComplete="new-password"
            maxLength={20_000}
            value={secret}
            onChange={(event) => set({ secret: event.currentTarget.value })}
          />
          <TextInput label="Scope" description="Default: what the service names" {...text('scope', scope)} />
        </div>
      </details>
      <details className={styles.more}>
        <summary>The service does not say where people sign in</summary>
        <div className={styles.fields}>
          <TextInput
            label="Authorization server"
            description="Its metadata say the rest"
            placeholder="https://login.example.com"
            {...text('issuer', issuer)}
          />
          <TextInput label="Authorization address" placeholder="https://…/authorize" {...text('authorizationUrl', authorizationUrl)} />
          <TextInput label="Token address" placeholder="https://…/token" {...text('tokenUrl', tokenUrl)} />
          <TextInput label="Revocation address" placeholder="https://…/revoke" {...text('revocationUrl', revocationUrl)} />
        </div>
      </details>
    </>
  );
}
