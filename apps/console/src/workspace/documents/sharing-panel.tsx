import { actsForAll } from '@gatehouse/domain';
import { Button, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf, type OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery, useRows } from '../../kernel/calls/pages.ts';
import panel from '../../kernel/layout/panel.module.css';
import { Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Person } from '../../kernel/signs/who.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { FolderReview } from '../reviews/folder-review.tsx';
import { type OpenFolder, useMayChange } from './open-folder.ts';
import styles from './sharing.module.css';

type Viewer = OutputOf<'list_folder_viewers'>['viewers'][number];
type With = Pick<InputOf<'share_folder'>, 'email' | 'groupId' | 'organization'>;
type GroupShare = NonNullable<OutputOf<'list_folder_viewers'>['groups']>[number];
/** Access that a share gives. Null means that there is no share. */
type Access = Viewer['shareAccess'];

const reasons: Record<Viewer['because'][number], string> = {
  owns_it: 'Owner',
  role: 'Organization owner or admin',
  shared_with_them: 'Shared with them',
  shared_with_organization: 'Shared with everyone',
};

/** People who see a folder, the reason for each, and a form to share it. */
export function SharingPanel({ folder, onClose }: { folder: OpenFolder; onClose: () => void }) {
  const { orgId } = useMembership();
  const mayChange = useMayChange(folder);
  const asked = useRows(orgId, 'list_folder_viewers', { folderId: folder.id }, 'viewers');
  const { rows: viewers, firstPage, error, more, hasNextPage } = asked;
  const { share, isPending } = useSharing(folder);
  const everyone = firstPage?.organizationAccess ?? null;
  const groups = firstPage?.groups ?? [];
  return (
    <SidePanel title="Access" onClose={onClose}>
      {mayChange && viewers && (
        <Section title="Share">
          <div className={styles.share}>
            <OrganizationAccess
              value={everyone}
              isPending={isPending}
              onChange={(after) => share({ organization: true }, 'everyone in the organization', { before: everyone, after })}
            />
            <AddPerson viewers={viewers} onChoose={(email, name) => share({ email }, name, { before: null, after: 'write' })} />
            <AddGroup groups={groups} onChoose={(groupId, name) => share({ groupId }, name, { before: null, after: 'write' })} />
          </div>
        </Section>
      )}
      {groups.length > 0 && (
        <Section title="Groups">
          <ul className={panel.entries}>
            {groups.map(({ groupId, name, access }) => (
              <li key={groupId}>
                <span className={styles.who}>
                  <span>{name}</span>
                  {!mayChange && access === 'read' && <span className={styles.because}>can read</span>}
                </span>
                {mayChange && (
                  <Shared
                    name={name}
                    access={access}
                    isPending={isPending}
                    onChange={(after) => share({ groupId }, name, { before: access, after })}
                  />
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <FolderReview folder={folder} isOn={firstPage?.asksReview} mayChange={mayChange} />
      <Section title="People">
        {error && <Failed error={error} />}
        <ul className={panel.entries}>
          {viewers?.map((viewer) => (
            <li key={viewer.personId}>
              <span className={styles.who}>
                <Person name={viewer.name} email={viewer.email} />
                <span className={styles.because}>
                  {describeReasons(viewer)}
                  {viewer.access === 'read' && ' · can read'}
                </span>
              </span>
              {mayChange && viewer.shareAccess !== null && (
                <Shared
                  name={viewer.name}
                  access={viewer.shareAccess}
                  isPending={isPending}
                  onChange={(after) => share({ email: viewer.email }, viewer.name, { before: viewer.shareAccess, after })}
                />
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

/** Lists the reasons for a person's access. Names their groups, and their own share only if they have one. */
function describeReasons({ because, shareAccess, groups = [] }: Viewer): string {
  return because
    .filter((reason) => reason !== 'shared_with_them' || shareAccess !== null)
    .map((reason) => reasons[reason])
    .concat(groups.map((name) => `In ${name}`))
    .join(', ');
}

/** Shares a folder or ends a share. It takes effect at the person's next call and can be undone. */
function useSharing(folder: OpenFolder) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ to, after }: Sharing) =>
      after === null
        ? call(orgId, 'unshare_folder', { folderId: folder.id, ...to })
        : call(orgId, 'share_folder', { folderId: folder.id, ...to, access: after }),
    onSuccess: (_, done) => {
      const { before, after, isUndo } = done;
      sayDone(sayShared(folder, done), isUndo ? undefined : () => change.mutate({ ...done, before: after, after: before, isUndo: true }));
    },
    onError: sayError,
    onSettled: () => refreshItems(queries, orgId),
  });
  return {
    isPending: change.isPending,
    share: (to: With, name: string, step: Pick<Sharing, 'before' | 'after'>) => change.mutate({ to, name, ...step }),
  };
}

interface Sharing {
  to: With;
  name: string;
  before: Access;
  after: Access;
  isUndo?: boolean;
}

function sayShared(folder: OpenFolder, { name, before, after }: Sharing): string {
  if (after === null) return `${folder.name} is no longer shared with ${name}.`;
  if (before === null && after === 'write') return `${folder.name} is shared with ${name}.`;
  return after === 'read' ? `${name} can read ${folder.name}, but not change it.` : `${name} can edit ${folder.name}.`;
}

const accessNames = [
  { value: 'read', label: 'Can read' },
  { value: 'write', label: 'Can edit' },
];

interface AccessProps {
  isPending: boolean;
  onChange: (access: Access) => void;
}

function OrganizationAccess({ value, isPending, onChange }: AccessProps & { value: Access }) {
  return (
    <Select
      label="Everyone in the organization"
      data={[{ value: 'none', label: 'No access' }, ...accessNames]}
      allowDeselect={false}
      value={value ?? 'none'}
      disabled={isPending}
      onChange={(chosen) => onChange(accessOf(chosen))}
    />
  );
}

/** Menu for the access of a person or group by a share, and the button that ends the share. */
function Shared({ name, access, isPending, onChange }: AccessProps & { name: string; access: Access }) {
  return (
    <span className={styles.shared}>
      <Select
        aria-label={`Access of ${name}`}
        size="xs"
        w={104}
        data={accessNames}
        allowDeselect={false}
        value={access}
        disabled={isPending}
        onChange={(chosen) => onChange(accessOf(chosen))}
      />
      <Button variant="subtle" size="compact-xs" disabled={isPending} aria-label={`Remove ${name}`} onClick={() => onChange(null)}>
        Remove
      </Button>
    </span>
  );
}

function accessOf(chosen: string | null): Access {
  return chosen === 'read' || chosen === 'write' ? chosen : null;
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

function AddGroup({ groups, onChoose }: { groups: readonly GroupShare[]; onChoose: (groupId: string, name: string) => void }) {
  const { orgId } = useMembership();
  const pages = useQuery(allPagesQuery(orgId, 'list_groups', {})).data;
  const known = new Set(groups.map(({ groupId }) => groupId));
  const all = pages?.flatMap((page) => page.groups) ?? [];
  if (all.length === 0) return null;
  return (
    <Select
      aria-label="Share with a group"
      placeholder="Share with a group"
      searchable
      limit={100}
      nothingFoundMessage="No other group found"
      data={all.filter(({ groupId }) => !known.has(groupId)).map(({ groupId, name }) => ({ value: groupId, label: name }))}
      value={null}
      onChange={(groupId) => {
        const group = all.find((one) => one.groupId === groupId);
        if (group) onChoose(group.groupId, group.name);
      }}
    />
  );
}

const sees = (because: Viewer['because']) => because.includes('owns_it') || because.includes('shared_with_them');
