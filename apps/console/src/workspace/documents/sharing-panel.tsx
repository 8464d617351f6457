import { actsForAll } from '@gatehouse/domain';
import { Button, Checkbox, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf, type OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery, useRows } from '../../kernel/calls/pages.ts';
import { Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { Person } from '../../kernel/signs/who.tsx';
import { Failed, messageOf } from '../../kernel/states/failed.tsx';
import { refreshItems } from '../item/use-item-changes.ts';
import { sharingPanel as strings } from '../strings.ts';
import { type OpenFolder, useMayChange } from './open-folder.ts';
import styles from './sharing.module.css';

type Viewer = OutputOf<'list_folder_viewers'>['viewers'][number];
type With = Omit<InputOf<'share_folder'>, 'folderId'>;

const reasons: Record<Viewer['because'][number], string> = strings.reasons;

/** Who sees a folder and what is in it, and why; and who else shall. */
export function SharingPanel({ folder, onClose }: { folder: OpenFolder; onClose: () => void }) {
  const { orgId } = useMembership();
  const mayChange = useMayChange(folder);
  const { rows: viewers, error, more, hasNextPage } = useRows(orgId, 'list_folder_viewers', { folderId: folder.id }, 'viewers');
  const { share, isPending } = useSharing(folder);
  return (
    <SidePanel title={strings.access} onClose={onClose}>
      {mayChange && viewers && (
        <Section title={strings.share}>
          <div className={styles.share}>
            <OrganizationBox
              isShared={viewers.some(({ because }) => because.includes('shared_with_organization'))}
              isPending={isPending}
              onChange={(isShared) => share({ organization: true }, isShared, strings.everyoneInOrganization)}
            />
            <AddPerson viewers={viewers} onChoose={(email, name) => share({ email }, true, name)} />
          </div>
        </Section>
      )}
      <Section title={strings.people}>
        {error && <Failed error={error} />}
        <ul className={styles.people}>
          {viewers?.map((viewer) => (
            <li key={viewer.personId}>
              <span className={styles.who}>
                <Person name={viewer.name} email={viewer.email} />
                <span className={styles.because}>{viewer.because.map((reason) => reasons[reason]).join(', ')}</span>
              </span>
              {mayChange && viewer.because.includes('shared_with_them') && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  disabled={isPending}
                  aria-label={strings.remove(viewer.name)}
                  onClick={() => share({ email: viewer.email }, false, viewer.name)}
                >
                  {strings.remove2}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button variant="subtle" size="compact-xs" onClick={more}>
            {strings.morePeople}
          </Button>
        )}
        <p className={styles.because}>{strings.agentsSeeWhatTheirPerson}</p>
      </Section>
    </SidePanel>
  );
}

/** Quotas a folder with somebody, or takes it back: it holds from their next call on, and can be undone. */
function useSharing(folder: OpenFolder) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ to, isShared }: { to: With; isShared: boolean; name: string; isUndo?: boolean }) =>
      call(orgId, isShared ? 'share_folder' : 'unshare_folder', { folderId: folder.id, ...to }),
    onSuccess: (_, { to, isShared, name, isUndo }) => {
      const sentence = isShared ? strings.isSharedWith(folder.name, name) : strings.isNoLongerSharedWith(folder.name, name);
      sayDone(sentence, isUndo ? undefined : () => change.mutate({ to, isShared: !isShared, name, isUndo: true }));
    },
    onError: (error) => sayFailed(messageOf(error), error),
    onSettled: () => refreshItems(queries, orgId),
  });
  return {
    isPending: change.isPending,
    share: (to: With, isShared: boolean, name: string) => change.mutate({ to, isShared, name }),
  };
}

function OrganizationBox({
  isShared,
  isPending,
  onChange,
}: {
  isShared: boolean;
  isPending: boolean;
  onChange: (isShared: boolean) => void;
}) {
  return (
    <Checkbox
      label={strings.everyoneInOrganization2}
      checked={isShared}
      disabled={isPending}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function AddPerson({ viewers, onChoose }: { viewers: readonly Viewer[]; onChoose: (email: string, name: string) => void }) {
  const { orgId } = useMembership();
  const pages = useQuery(allPagesQuery(orgId, 'list_people', {})).data;
  const known = new Set(viewers.filter(({ because }) => sees(because)).map(({ personId }) => personId));
  // Owners and admins see every folder anyway.
  const people = pages?.flatMap((page) => page.people).filter((person) => !actsForAll(person) && !known.has(person.id)) ?? [];
  return (
    <Select
      aria-label={strings.shareWithPerson}
      placeholder={strings.shareWithPerson}
      searchable
      limit={100}
      nothingFoundMessage={strings.noOneElse}
      data={people.map(({ email, name }) => ({ value: email, label: name === email ? email : `${name} · ${email}` }))}
      value={null}
      onChange={(email) => {
        const person = people.find((one) => one.email === email);
        if (person) onChoose(person.email, person.name);
      }}
    />
  );
}

const sees = (because: Viewer['because']) => because.includes('owns_it') || because.includes('shared_with_them');
