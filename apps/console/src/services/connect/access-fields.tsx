import { maxCredential } from '@gatehouse/domain';
import { ActionIcon, Button, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { X } from '../../kernel/icons/icons.ts';
import { type AccessType, type AccessValues, secretName } from './access-values.ts';
import styles from './connect.module.css';
import { SignInFields } from './sign-in-fields.tsx';

export interface AccessFieldsProps {
  values: AccessValues;
  onChange: (values: AccessValues) => void;
  /** Existing connection: only its secrets can be changed. */
  onlySecrets?: boolean;
}

const types: { value: AccessType; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'oauth', label: 'Sign in (OAuth)' },
  { value: 'bearer', label: 'Token (bearer)' },
  { value: 'api-key', label: 'API key' },
  { value: 'basic', label: 'User name and password' },
  { value: 'headers', label: 'Custom headers' },
  { value: 'client-credentials', label: 'OAuth client credentials' },
];

/** Credentials of a service. Secrets are typed once and never shown again. */
export function AccessFields({ values, onChange, onlySecrets = false }: AccessFieldsProps) {
  const { type } = values;
  const set = (change: Partial<AccessValues>) => onChange({ ...values, ...change });
  return (
    <div className={styles.fields}>
      {!onlySecrets && (
        <Select
          label="Credentials"
          description="Stored encrypted, sent only to this service."
          data={types}
          value={type}
          onChange={(next) => set({ type: (next ?? 'none') as AccessType })}
        />
      )}
      {!onlySecrets && <PlainFields values={values} set={set} />}
      {type === 'headers' && <HeaderFields values={values} set={set} onlySecrets={onlySecrets} />}
      {type === 'oauth' && <SignInFields values={values} set={set} />}
      {type !== 'none' && type !== 'headers' && type !== 'oauth' && (
        <PasswordInput
          label={secretName[type]}
          autoComplete="new-password"
          maxLength={maxCredential}
          value={values.secret}
          onChange={(event) => set({ secret: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

interface PartProps {
  values: AccessValues;
  set: (change: Partial<AccessValues>) => void;
}

function PlainFields({ values: { type, username, keyIn, keyName, tokenUrl, clientId, scope }, set }: PartProps) {
  switch (type) {
    case 'basic':
      return <TextInput label="User name" value={username} onChange={(event) => set({ username: event.currentTarget.value })} />;
    case 'api-key':
      return (
        <>
          <SegmentedControl
            aria-label="Key location"
            value={keyIn}
            onChange={(next) => set({ keyIn: next })}
            data={[
              { value: 'header', label: 'In a header' },
              { value: 'query', label: 'In the URL' },
            ]}
          />
          <TextInput
            label={keyIn === 'header' ? 'Header name' : 'Parameter name'}
            placeholder={keyIn === 'header' ? 'X-Api-Key' : 'api_key'}
            value={keyName}
            onChange={(event) => set({ keyName: event.currentTarget.value })}
          />
        </>
      );
    case 'client-credentials':
      return (
        <>
          <TextInput
            label="Token URL"
            placeholder="https://…/oauth/token"
            value={tokenUrl}
            onChange={(event) => set({ tokenUrl: event.currentTarget.value })}
          />
          <TextInput label="Client ID" value={clientId} onChange={(event) => set({ clientId: event.currentTarget.value })} />
          <TextInput label="Scope" value={scope} onChange={(event) => set({ scope: event.currentTarget.value })} />
        </>
      );
    default:
      return null;
  }
}

function HeaderFields({ values: { headers }, set, onlySecrets }: PartProps & { onlySecrets: boolean }) {
  const change = (at: number, part: Partial<(typeof headers)[number]>) =>
    set({ headers: headers.map((header, index) => (index === at ? { ...header, ...part } : header)) });
  return (
    <fieldset className={styles.headers}>
      <legend>Headers</legend>
      {headers.map(({ name, value }, at) => (
        <div key={at} className={styles.header}>
          <TextInput
            aria-label={`Name of header ${at + 1}`}
            placeholder="Name"
            readOnly={onlySecrets}
            value={name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <PasswordInput
            aria-label={`Value of header ${at + 1}`}
            placeholder="Value"
            autoComplete="new-password"
            value={value}
            onChange={(event) => change(at, { value: event.currentTarget.value })}
          />
          {!onlySecrets && headers.length > 1 && (
            <ActionIcon aria-label={`Remove header ${at + 1}`} onClick={() => set({ headers: headers.filter((_, index) => index !== at) })}>
              <X size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!onlySecrets && headers.length < 20 && (
        <Button variant="subtle" size="compact-xs" onClick={() => set({ headers: [...headers, { name: '', value: '' }] })}>
          Add header
        </Button>
      )}
    </fieldset>
  );
}
