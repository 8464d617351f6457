import type { OutputOf } from '../calls/call.ts';
import { SettingsSection } from '../forms/section.tsx';
import { Fact, Facts } from '../frame/side-panel.tsx';
import { bytes, count, number } from '../words/count-words.ts';
import { exactTime } from '../words/time-words.ts';
import styles from './settings.module.css';

type Settings = OutputOf<'organization_settings'>;

/** What holds here and cannot be changed on a page: whoever runs the gateway sets it. */
export function InForce({ settings: { organization, limits, retention, storage, about } }: { settings: Settings }) {
  return (
    <>
      <SettingsSection title="Limits" lead="In force now. Whoever runs this gateway sets them.">
        <Facts>
          <Fact name="Key">{number(limits.callsPerMinute)} calls in any 60 seconds</Fact>
          <Fact name="Session">{number(limits.sessionCallsPerMinute)} calls in any 60 seconds</Fact>
          <Fact name="Document">{bytes(limits.documentBytes)}</Fact>
          <Fact name="File">{bytes(limits.fileBytes)}</Fact>
          {limits.serviceTimeoutSeconds !== null && (
            <Fact name="Service">answers within {count(limits.serviceTimeoutSeconds, 'second')}</Fact>
          )}
        </Facts>
      </SettingsSection>
      <SettingsSection title="Retention" lead="How long things are kept.">
        <Facts>
          <Fact name="Activity">{sayDays(retention.activityDays)}</Fact>
          <Fact name="Trash">{sayDays(retention.trashDays)}</Fact>
        </Facts>
      </SettingsSection>
      <SettingsSection
        title="Storage"
        lead={storage.isWhole ? 'As it is now, without older versions.' : 'Of each kind the newest 10,000 are counted.'}
      >
        <table className={styles.use}>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Items</th>
              <th scope="col">Size</th>
            </tr>
          </thead>
          <tbody>
            {(['documents', 'files', 'skills', 'trash'] as const).map((kind) => (
              <tr key={kind}>
                <th scope="row">{kind === 'trash' ? 'in the trash' : kind}</th>
                <td>{number(storage[kind].items)}</td>
                <td>{bytes(storage[kind].bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </SettingsSection>
      <SettingsSection title="About" lead="What this runs on.">
        <Facts>
          {about.version !== null && <Fact name="Gatehouse">{about.version}</Fact>}
          <Fact name="Database">{about.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}</Fact>
          {about.baseUrl !== null && <Fact name="Address">{about.baseUrl}</Fact>}
          <Fact name="Organization">
            <code>{organization.id}</code>
          </Fact>
          <Fact name="Since">{exactTime(organization.createdAt)}</Fact>
        </Facts>
      </SettingsSection>
    </>
  );
}

function sayDays(days: number | null): string {
  if (days === null) return 'not known';
  return days === 0 ? 'for good' : count(days, 'day');
}
