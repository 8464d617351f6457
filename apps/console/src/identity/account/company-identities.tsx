import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { SettingsSection } from '../../kernel/forms/section.tsx';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { goToCompany } from '../visitors/go-to-company.ts';
import styles from './account.module.css';
import { ConfirmAsOwner } from './confirm-as-owner.tsx';

type Identity = OutputOf<'list_company_identities'>['identities'][number];

/** Company identities that sign in here. Hidden if no company is set up and none was linked. */
export function CompanyIdentities() {
  const queries = useQueryClient();
  const query = toolQuery(undefined, 'list_company_identities', {});
  const { data } = useQuery(query);
  const options = useQuery(toolQuery(undefined, 'sign_in_options', {}));
  const here = useLocation({ select: ({ pathname }) => pathname });
  const unlink = async ({ id }: Identity, given: { password?: string }) => {
    await call(undefined, 'unlink_company_identity', { companyIdentityId: id, ...given });
    sayDone('Company identity unlinked. It can no longer sign in to this account.');
    await queries.invalidateQueries({ queryKey: query.queryKey });
  };
  const identities = data?.identities ?? [];
  const host = options.data?.companyHost;
  if (!host && identities.length === 0) return null;
  return (
    <SettingsSection title="Company" lead="Sign in with your company account instead of a password.">
      {identities.length > 0 && (
        <ul className={styles.list}>
          {identities.map((identity) => (
            <li key={identity.id}>
              <span className={styles.what}>
                {identity.email ?? identity.id}
                <span className={styles.note}>{new URL(identity.issuer).host}</span>
              </span>
              <span className={styles.note}>
                Linked <Time at={identity.createdAt} />
              </span>
              <ConfirmAsOwner
                label="Unlink"
                about={identity.email ?? identity.id}
                verb="Unlink"
                color="red"
                send={(given) => unlink(identity, given)}
              >
                <p>It can no longer sign in to this account. Browsers that used it stay signed in.</p>
              </ConfirmAsOwner>
            </li>
          ))}
        </ul>
      )}
      {host && (
        <div>
          <ConfirmAsOwner label={`Link ${host}`} verb="Continue and link" send={(given) => goToCompany({ link: true, ...given }, here)}>
            <p>You'll sign in there and then return here.</p>
          </ConfirmAsOwner>
        </div>
      )}
    </SettingsSection>
  );
}
