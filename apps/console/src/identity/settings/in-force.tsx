import type { OutputOf } from '../../kernel/calls/call.ts';
import { SettingsSection } from '../../kernel/forms/section.tsx';
import { Fact, Facts } from '../../kernel/layout/side-panel.tsx';
import { bytes, number } from '../../kernel/words/count-words.ts';
import { exactTime } from '../../kernel/words/time-words.ts';
import { inForce as strings } from '../strings.ts';
import styles from './settings.module.css';

type Settings = OutputOf<'organization_settings'>;

/** What holds here and cannot be changed on a page: the operator sets it. */
export function InForce({ settings: { organization, limits, retention, storage, about } }: { settings: Settings }) {
  return (
    <>
      <SettingsSection title={strings.limits} lead={strings.setByYourAdministrator}>
        <Facts>
          <Fact name={strings.key}>{strings.callsPerMinute(number(limits.callsPerMinute))}</Fact>
          <Fact name={strings.session}>{strings.callsPerMinute(number(limits.sessionCallsPerMinute))}</Fact>
          <Fact name={strings.document}>{bytes(limits.documentBytes)}</Fact>
          <Fact name={strings.file}>{bytes(limits.fileBytes)}</Fact>
          {limits.serviceTimeoutSeconds !== null && (
            <Fact name={strings.service}>{strings.timesOutAfterSeconds(limits.serviceTimeoutSeconds)}</Fact>
          )}
        </Facts>
      </SettingsSection>
      <SettingsSection title={strings.retention} lead={strings.howLongDataIsKept}>
        <Facts>
          <Fact name={strings.activity}>{sayDays(retention.activityDays)}</Fact>
          <Fact name={strings.trash}>{sayDays(retention.trashDays)}</Fact>
        </Facts>
      </SettingsSection>
      <SettingsSection title={strings.storage} lead={storage.isWhole ? strings.currentVersionsOnly : strings.countsOnlyNewest10}>
        <table className={styles.use}>
          <thead>
            <tr>
              <th scope="col">{strings.type}</th>
              <th scope="col">{strings.items}</th>
              <th scope="col">{strings.size}</th>
            </tr>
          </thead>
          <tbody>
            {(['documents', 'files', 'skills', 'trash'] as const).map((kind) => (
              <tr key={kind}>
                <th scope="row">{storageNames[kind]}</th>
                <td>{number(storage[kind].items)}</td>
                <td>{bytes(storage[kind].bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </SettingsSection>
      <SettingsSection title={strings.about} lead={strings.aboutThisGateway}>
        <Facts>
          {about.version !== null && <Fact name={strings.gatehouse}>{about.version}</Fact>}
          <Fact name={strings.database}>{about.engine === 'sqlite' ? strings.sqlite : strings.postgresql}</Fact>
          {about.baseUrl !== null && <Fact name={strings.address}>{about.baseUrl}</Fact>}
          <Fact name={strings.organization}>
            <code>{organization.id}</code>
          </Fact>
          <Fact name={strings.created}>{exactTime(organization.createdAt)}</Fact>
        </Facts>
      </SettingsSection>
    </>
  );
}

const storageNames = strings.storageNames;

function sayDays(days: number | null): string {
  if (days === null) return strings.unknown;
  return days === 0 ? strings.forever : strings.days(days);
}
