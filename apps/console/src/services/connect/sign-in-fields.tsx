import { maxCredential, maxServiceAddress } from '@gatehouse/domain';
import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { CopyButton } from '../../kernel/forms/code-block.tsx';
import type { AccessValues } from './access-values.ts';
import styles from './connect.module.css';

export interface SignInFieldsProps {
  values: AccessValues;
  set: (change: Partial<AccessValues>) => void;
}

/** Beginning of all redirect addresses. The full address of a new connection is not known yet. */
const redirectAddress = () => `${window.location.origin}/app/services/callback`;

/** Account that calls use at a service, with the fields that the service does not provide itself. */
export function SignInFields({ values, set }: SignInFieldsProps) {
  const { accounts, clientId, secret, scope, issuer, authorizationUrl, tokenUrl, revocationUrl } = values;
  const text = (name: 'clientId' | 'scope' | 'issuer' | 'authorizationUrl' | 'tokenUrl' | 'revocationUrl', value: string) => ({
    name,
    value,
    maxLength: maxServiceAddress,
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
            { value: 'person', label: "Each person's own" },
            { value: 'organization', label: 'One for the organization' },
          ]}
        />
        <p className={styles.lead}>
          {accounts === 'person'
            ? "Agents act as their person, with that person's permissions. Each person connects their own account."
            : 'All calls use one account. You connect it after this step.'}
        </p>
      </fieldset>
      <details className={styles.more}>
        <summary>The service requires a client ID</summary>
        <div className={styles.fields}>
          <p className={styles.lead}>
            Most MCP servers register Gatehouse automatically. If this one doesn't, create an OAuth app there with this redirect URI and
            enter its credentials. After connecting, the service's page shows its own redirect URI: register that one instead.
          </p>
          <div className={styles.copied}>
            <code>{redirectAddress()}</code>
            <CopyButton text={redirectAddress()} what="the redirect URI" />
          </div>
          <TextInput label="Client ID" {...text('clientId', clientId)} />
          <PasswordInput
            label="Client secret"
            description="If the app has one"
            autoComplete="new-password"
            maxLength={maxCredential}
            value={secret}
            onChange={(event) => set({ secret: event.currentTarget.value })}
          />
          <TextInput label="Scope" description="Default: the scope that the service asks for" {...text('scope', scope)} />
        </div>
      </details>
      <details className={styles.more}>
        <summary>The service doesn't say where to sign in</summary>
        <div className={styles.fields}>
          <TextInput
            label="Authorization server"
            description="The other addresses come from its metadata"
            placeholder="https://login.example.com"
            {...text('issuer', issuer)}
          />
          <TextInput label="Authorization URL" placeholder="https://…/authorize" {...text('authorizationUrl', authorizationUrl)} />
          <TextInput label="Token URL" placeholder="https://…/token" {...text('tokenUrl', tokenUrl)} />
          <TextInput label="Revocation URL" placeholder="https://…/revoke" {...text('revocationUrl', revocationUrl)} />
        </div>
      </details>
    </>
  );
}
