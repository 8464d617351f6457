import { maxCredential, maxServiceAddress } from '@gatehouse/domain';
import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { CopyButton } from '../../kernel/forms/code-block.tsx';
import { signInFields as strings } from '../strings.ts';
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
    maxLength: maxServiceAddress,
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <fieldset className={styles.field}>
        <legend>{strings.whoseAccount}</legend>
        <SegmentedControl
          aria-label={strings.whoseAccount}
          value={accounts}
          onChange={(next) => set({ accounts: next })}
          data={[
            { value: 'person', label: strings.eachPersonsOwn },
            { value: 'organization', label: strings.oneForOrganization },
          ]}
        />
        <p className={styles.lead}>{accounts === 'person' ? strings.agentsActAsTheirPerson : strings.allCallsUseOneAccount}</p>
      </fieldset>
      <details className={styles.more}>
        <summary>{strings.serviceRequiresClientId}</summary>
        <div className={styles.fields}>
          <p className={styles.lead}>{strings.mostMcpServersRegisterGatehouse}</p>
          <div className={styles.copied}>
            <code>{redirectAddress()}</code>
            <CopyButton text={redirectAddress()} what={strings.redirectUri} />
          </div>
          <TextInput label={strings.clientId} {...text('clientId', clientId)} />
          <PasswordInput
            label={strings.clientSecret}
            description={strings.ifAppHasOne}
            autoComplete="new-password"
            maxLength={maxCredential}
            value={secret}
            onChange={(event) => set({ secret: event.currentTarget.value })}
          />
          <TextInput label={strings.scope} description={strings.default} {...text('scope', scope)} />
        </div>
      </details>
      <details className={styles.more}>
        <summary>{strings.serviceDoesntSayWhereTo}</summary>
        <div className={styles.fields}>
          <TextInput
            label={strings.authorizationServer}
            description={strings.otherAddressesComeFromIts}
            placeholder={strings.httpsLoginExampleCom}
            {...text('issuer', issuer)}
          />
          <TextInput
            label={strings.authorizationUrl}
            placeholder={strings.httpsAuthorize}
            {...text('authorizationUrl', authorizationUrl)}
          />
          <TextInput label={strings.tokenUrl} placeholder={strings.httpsToken} {...text('tokenUrl', tokenUrl)} />
          <TextInput label={strings.revocationUrl} placeholder={strings.httpsRevoke} {...text('revocationUrl', revocationUrl)} />
        </div>
      </details>
    </>
  );
}
