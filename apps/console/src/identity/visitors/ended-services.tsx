import { endedServices as strings } from '../strings.ts';
import type { Told } from './use-link.tsx';
import styles from './visitor-page.module.css';

const ends: Record<Told['services'][number]['ends'], string> = strings.ends;

/** Somebody else has seen this link: it must open none of the services that only this account opens (D43). */
export function EndedServices({ services }: Pick<Told, 'services'>) {
  if (services.length === 0) return null;
  return (
    <div className={styles.kept} role="note">
      <p className={styles.lead}>{strings.somebodyElseHasSeenThis}</p>
      <ul>
        {services.map(({ name, organization, ends: what }, place) => (
          <li key={`${place} ${name}`}>{strings.in(name, organization, ends[what])}</li>
        ))}
      </ul>
    </div>
  );
}
