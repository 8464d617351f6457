import { Checkbox } from '@mantine/core';
import { Time } from '../../kernel/signs/time.tsx';
import type { Told } from './use-link.tsx';
import styles from './visitor-page.module.css';

interface KeptWaysInProps {
  link: Pick<Told, 'passkeys' | 'companyIdentities'>;
  kept: string[];
  onChange: (kept: string[]) => void;
}

/** Passkeys and company identities of the account. A reset removes them, unless the owner confirms that they are theirs. // D55 */
export function KeptWaysIn({ link: { passkeys, companyIdentities }, kept, onChange }: KeptWaysInProps) {
  if (passkeys.length + companyIdentities.length === 0) return null;
  return (
    <Checkbox.Group
      label="Other ways to sign in to this account"
      description="Select the ones to keep. The others are removed."
      value={kept}
      onChange={onChange}
    >
      <div className={styles.kept}>
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <Checkbox
            key={id}
            value={id}
            label={
              <>
                {name}, a passkey {lastUsedAt === null ? 'created' : 'used'} <Time at={lastUsedAt ?? createdAt} />
              </>
            }
          />
        ))}
        {companyIdentities.map(({ id, email, issuer, createdAt }) => (
          <Checkbox
            key={id}
            value={id}
            label={
              <>
                {email ?? id} at {new URL(issuer).host}, linked <Time at={createdAt} />
              </>
            }
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
