import { maxCredential } from '@gatehouse/domain';
import { ActionIcon, Button, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { X } from '../../kernel/icons/icons.ts';
import { accessFields as strings } from '../strings.ts';
import { type AccessType, type AccessValues, secretName } from './access-values.ts';
import styles from './connect.module.css';
import { SignInFields } from './sign-in-fields.tsx';

export interface AccessFieldsProps {
  values: AccessValues;
  onChange: (values: AccessValues) => void;
  /** Of a connection that is there, whose kind and names stay: only what is secret is asked for. */
  onlySecrets?: boolean;
}

const types: { value: AccessType; label: string }[] = [
  { value: 'none', label: strings.none },
  { value: 'oauth', label: strings.signInOauth },
  { value: 'bearer', label: strings.tokenBearer },
  { value: 'api-key', label: strings.apiKey },
  { value: 'basic', label: strings.userNameAndPassword },
  { value: 'headers', label: strings.customHeaders },
  { value: 'client-credentials', label: strings.oauthClientCredentials },
];

/** How a service wants to be asked. What is secret is typed once and never shown again. */
export function AccessFields({ values, onChange, onlySecrets = false }: AccessFieldsProps) {
  const { type } = values;
  const set = (change: Partial<AccessValues>) => onChange({ ...values, ...change });
  return (
    <div className={styles.fields}>
      {!onlySecrets && (
        <Select
          label={strings.credentials}
          description={strings.storedEncrypted}
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
      return <TextInput label={strings.userName} value={username} onChange={(event) => set({ username: event.currentTarget.value })} />;
    case 'api-key':
      return (
        <>
          <SegmentedControl
            aria-label={strings.keyLocation}
            value={keyIn}
            onChange={(next) => set({ keyIn: next })}
            data={[
              { value: 'header', label: strings.inHeader },
              { value: 'query', label: strings.inUrl },
            ]}
          />
          <TextInput
            label={keyIn === 'header' ? strings.headerName : strings.parameterName}
            placeholder={keyIn === 'header' ? strings.xApiKey : strings.apiKey2}
            value={keyName}
            onChange={(event) => set({ keyName: event.currentTarget.value })}
          />
        </>
      );
    case 'client-credentials':
      return (
        <>
          <TextInput
            label={strings.tokenUrl}
            placeholder={strings.httpsOauthToken}
            value={tokenUrl}
            onChange={(event) => set({ tokenUrl: event.currentTarget.value })}
          />
          <TextInput label={strings.clientId} value={clientId} onChange={(event) => set({ clientId: event.currentTarget.value })} />
          <TextInput label={strings.scope} value={scope} onChange={(event) => set({ scope: event.currentTarget.value })} />
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
      <legend>{strings.headers}</legend>
      {headers.map(({ name, value }, at) => (
        <div key={at} className={styles.header}>
          <TextInput
            aria-label={strings.nameOfHeader(at + 1)}
            placeholder={strings.name}
            readOnly={onlySecrets}
            value={name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <PasswordInput
            aria-label={strings.valueOfHeader(at + 1)}
            placeholder={strings.value}
            autoComplete="new-password"
            value={value}
            onChange={(event) => change(at, { value: event.currentTarget.value })}
          />
          {!onlySecrets && headers.length > 1 && (
            <ActionIcon
              aria-label={strings.removeHeader(at + 1)}
              onClick={() => set({ headers: headers.filter((_, index) => index !== at) })}
            >
              <X size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!onlySecrets && headers.length < 20 && (
        <Button variant="subtle" size="compact-xs" onClick={() => set({ headers: [...headers, { name: '', value: '' }] })}>
          {strings.addHeader}
        </Button>
      )}
    </fieldset>
  );
}
