import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type OutputOf } from '../calls/call.ts';
import { toolQuery } from '../calls/queries.ts';
import { SettingsSection } from '../forms/section.tsx';
import { sayDone, sayFailed } from '../notices/notices.ts';
import { Time } from '../signs/time.tsx';
import { messageOf } from '../states/failed.tsx';
import { CompanyButton } from '../visitors/company-button.tsx';
import styles from './account.module.css';

type Identity = OutputOf<'list_company_identities'>['identities'][number];

/** Who one is at the company, as far as that signs in here. No section where no company is set up and none was linked. */
export function CompanyIdentities() {
  const queries = useQueryClient();
  const query = toolQuery(undefined, 'list_company_identities', {});
  const { data } = useQuery(query);
  const options = useQuery(toolQuery(undefined, 'sign_in_options', {}));
  const unlink = useMutation({
    mutationFn: ({ id }: Identity) => call(undefined, 'unlink_company_identity', { companyIdentityId: id }),
    onSuccess: () => sayDone('The company identity signs in to this account no more.'),
    onError: (error) => sayFailed(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const identities = data?.identities ?? [];
  if (!options.data?.companyHost && identities.length === 0) return null;
  return (
    <SettingsSection title="Company" lead="Who you are at your company, to sign in without a password.">
      {identities.length > 0 && (
        <ul className={styles.list}>
          {identities.map((identity) => (
            <li key={identity.id}>
              <span className={styles.what}>
                {identity.email ?? identity.id}
                <span className={styles.note}>{new URL(identity.issuer).host}</span>
              </span>
              <span className={styles.note}>
                linked <Time at={identity.createdAt} />
              </span>
              <Button variant="subtle" onClick={() => unlink.mutate(identity)} aria-label={`Unlink ${identity.email ?? identity.id}`}>
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      )}
      <CompanyButton label="Link" input={{ link: true }} />
    </SettingsSection>
  );
}
