import type { OutputOf } from '../../kernel/calls/call.ts';
import { SettingsSection } from '../../kernel/forms/section.tsx';
import { Fact, Facts } from '../../kernel/layout/side-panel.tsx';
import { bytes, count, number } from '../../kernel/words/count-words.ts';
import { exactTime } from '../../kernel/words/time-words.ts';
import styles from './settings.module.css';

const callsPerMinute = (calls: string) => `${calls} calls per minute`;

type Settings = OutputOf<'organization_settings'>;

/** Settings of the operator, which no page can change. */
export function InForce({ settings: { organization, limits, retention, storage, about } }: { settings: Settings }) {
  return (
    <>
      <SettingsSection title="Limits" lead="Set by your administrator.">
        <Facts>
          <Fact name="Key">{callsPerMinute(number(limits.callsPerMinute))}</Fact>
          <Fact name="Session">{callsPerMinute(number(limits.sessionCallsPerMinute))}</Fact>
          <Fact name="Document">{bytes(limits.documentBytes)}</Fact>
          <Fact name="File">{bytes(limits.fileBytes)}</Fact>
          {limits.serviceTimeoutSeconds !== null && (
            <Fact name="Service">Times out after {count(limits.serviceTimeoutSeconds, 'second')}</Fact>
          )}
        </Facts>
      </SettingsSection>
      <SettingsSection title="Retention" lead="How long data is kept.">
        <Facts>
          <Fact name="Activity">{sayDays(retention.activityDays)}</Fact>
          <Fact name="Trash">{sayDays(retention.trashDays)}</Fact>
        </Facts>
      </SettingsSection>
      <SettingsSection title="Storage" lead={storage.isWhole ? 'Current versions only.' : 'Counts only the newest 10,000 of each type.'}>
        <table className={styles.use}>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Items</th>
              <th scope="col">Size</th>
            </tr>
          </thead>
          <tbody>
            {(['documents', 'files', 'skills', 'trash', 'textOfFiles', 'comments'] as const).map((kind) => (
              <tr key={kind}>
                <th scope="row">{storageNames[kind]}</th>
                <td>{number(storage[kind].items)}</td>
                <td>{bytes(storage[kind].bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </SettingsSection>
      <SettingsSection title="About" lead="About this gateway.">
        <Facts>
          {about.version !== null && <Fact name="Gatehouse">{about.version}</Fact>}
          <Fact name="Database">{about.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}</Fact>
          {about.baseUrl !== null && <Fact name="Address">{about.baseUrl}</Fact>}
          <Fact name="Organization">
            <code>{organization.id}</code>
          </Fact>
          <Fact name="Created">{exactTime(organization.createdAt)}</Fact>
        </Facts>
      </SettingsSection>
    </>
  );
}

const storageNames = {
  documents: 'Documents',
  files: 'Files',
  skills: 'Skills',
  trash: 'Trash',
  textOfFiles: 'Text of files',
  comments: 'Comments',
};

function sayDays(days: number | null): string {
  if (days === null) return 'Unknown';
  return days === 0 ? 'Forever' : count(days, 'day');
}
