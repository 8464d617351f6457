import type { Told } from './use-link.tsx';
import styles from './visitor-page.module.css';

const ends: Record<Told['services'][number]['ends'], string> = {
  credentials: 'credentials are deleted',
  account: 'your account is disconnected',
};

/** Services that only this account opens. They are disconnected, because another person has seen this link. // D43 */
export function EndedServices({ services }: Pick<Told, 'services'>) {
  if (services.length === 0) return null;
  return (
    <div className={styles.kept} role="note">
      <p className={styles.lead}>
        Someone else has seen this link. Saving the password therefore also disconnects these services. You can connect them again
        afterwards.
      </p>
      <ul>
        {services.map(({ name, organization, ends: what }, place) => (
          <li key={`${place} ${name}`}>
            {name} in {organization}: {ends[what]}
          </li>
        ))}
      </ul>
    </div>
  );
}
