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
import { type OpenFolder, useMayChange } from './open-folder.ts';
import styles from './sharing.module.css';

type Viewer = OutputOf<'list_folder_viewers'>['viewers'][number];
type With = Omit<InputOf<'share_folder'>, 'folderId'>;

const reasons: Record<Viewer['because'][number], string> = {
  owns_it: 'Owner',
  role: 'Organization owner or admin',
  shared_with_them: 'Shared with them',
  shared_with_organization: 'Shared with everyone',
};

/** Who sees a folder and what is in it, and why; and who else shall. */
export function SharingPanel({ folder, onClose }: { folder: OpenFolder; onClose: () => void }) {
  const { orgId } = useMembership();
  const mayChange = useMayChange(folder);
  const { rows: viewers, error, more, hasNextPage } = useRows(orgId, 'list_folder_viewers', { folderId: folder.id }, 'viewers');
  const { share, isPending } = useSharing(folder);
  return (
    <SidePanel title="Access" onClose={onClose}>
      {mayChange && viewers && (
        <Section title="Share">
          <div className={styles.share}>
            <OrganizationBox
              isShared={viewers.some(({ because }) => because.includes('shared_with_organization'))}
              isPending={isPending}
              onChange={(isShared) => share({ organization: true }, isShared, 'everyone in the organization')}
            />
            <AddPerson viewers={viewers} onChoose={(email, name) => share({ email }, true, name)} />
          </div>
        </Section>
      )}
      <Section title="People">
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
                  aria-label={`Remove ${viewer.name}`}
                  onClick={() => share({ email: viewer.email }, false, viewer.name)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button variant="subtle" size="compact-xs" onClick={more}>
            More people
          </Button>
        )}
        <p className={styles.because}>Agents see what their person sees.</p>
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
      const sentence = isShared ? `${folder.name} is shared with ${name}.` : `${folder.name} is no longer shared with ${name}.`;
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
      label="Everyone in the organization"
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
      aria-label="Share with a person"
      placeholder="Share with a person"
      searchable
      limit={100}
      nothingFoundMessage="No one else"
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
