import { mayManage, type Role } from '@gatehouse/domain';
import { Button, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import panel from '../../kernel/layout/panel.module.css';
import { Fact, Facts, Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Person } from '../../kernel/signs/who.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import { MadeLink } from './made-link.tsx';
import styles from './people.module.css';
import { RemovePerson } from './remove-person.tsx';
import { roleNames, rolesGivenBy } from './roles.ts';

type PersonRow = OutputOf<'list_people'>['people'][number];
type InvitationRow = OutputOf<'list_invitations'>['invitations'][number];

export function PersonPanel({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const membership = useMembership();
  const isSelf = person.id === membership.personId;
  const mayChange = !isSelf && mayManage(membership.role, person.role);
  return (
    <SidePanel title={<Person name={person.name} email={person.email} />} onClose={onClose}>
      <Section title="Person">
        <Facts>
          <Fact name="E-mail">{person.email}</Fact>
          <Fact name="Role">{mayChange ? <RoleSelect person={person} /> : roleNames[person.role]}</Fact>
          <Fact name="Account">{person.hasAccount ? 'Active' : 'None'}</Fact>
          <Fact name="Added">
            <Time at={person.createdAt} />
          </Fact>
        </Facts>
      </Section>
      {mayChange && (
        <Section title="Sign-in">
          <Access person={person} />
        </Section>
      )}
      {mayChange && (
        <Section title="Remove">
          <RemovePerson person={person} onRemoved={onClose} />
        </Section>
      )}
    </SidePanel>
  );
}

function RoleSelect({ person }: { person: PersonRow }) {
  const { orgId, role } = useMembership();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: Role) => call(orgId, 'set_person_role', { email: person.email, role: wanted }),
    onSuccess: (_, wanted) =>
      sayDone(`${person.name}'s role changed to ${roleNames[wanted]}.`, () => wanted !== person.role && change.mutate(person.role)),
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'list_people'] }),
  });
  return (
    <Select
      aria-label="Role"
      data={rolesGivenBy(role)}
      value={change.isPending ? change.variables : person.role}
      onChange={(wanted) => wanted && wanted !== person.role && change.mutate(wanted as Role)}
    />
  );
}

/** An invitation for a person without an account. Otherwise, a new password or the end of their sessions. */
function Access({ person }: { person: PersonRow }) {
  const { orgId } = useMembership();
  const invite = useMutation({
    mutationFn: () => call(orgId, 'invite_person', { email: person.email, role: person.role }),
    onError: sayError,
  });
  const reset = useMutation({
    mutationFn: () => call(orgId, 'create_reset_link', { email: person.email }),
    onError: sayError,
  });
  const end = useMutation({
    mutationFn: () => call(orgId, 'end_person_sessions', { email: person.email }),
    onSuccess: ({ ended }) => sayDone(`${person.name} was signed out of ${count(ended, 'browser')}.`),
    onError: sayError,
  });
  const made = invite.data ?? reset.data;
  return (
    <>
      <div className={styles.buttons}>
        {!person.hasAccount && (
          <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate()}>
            Create invite link
          </Button>
        )}
        {person.hasAccount && (
          <>
            <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
              Create reset link
            </Button>
            <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
              Sign out everywhere
            </Button>
          </>
        )}
      </div>
      {made && <MadeLink {...made} to={person.name} />}
    </>
  );
}

export function InvitationPanel({ invitation, onClose }: { invitation: InvitationRow; onClose: () => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(orgId, 'revoke_invitation', { invitationId: invitation.id }),
    onSuccess: () => {
      sayDone(`Invitation for ${invitation.email} revoked. Its link no longer works.`);
      onClose();
    },
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'list_invitations'] }),
  });
  const again = useMutation({
    mutationFn: () => call(orgId, 'invite_person', { email: invitation.email, role: invitation.role }),
    onError: sayError,
  });
  return (
    <SidePanel title={invitation.email} onClose={onClose}>
      <Section title="Invitation">
        <Facts>
          <Fact name="Role">{roleNames[invitation.role]}</Fact>
          <Fact name="Created">
            <Time at={invitation.createdAt} />
          </Fact>
          <Fact name="Expires">
            <Time at={invitation.expiresAt} />
          </Fact>
        </Facts>
        <div className={panel.stack}>
          <div className={styles.buttons}>
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              Create new link
            </Button>
            <Button variant="default" loading={revoke.isPending} onClick={() => revoke.mutate()}>
              Revoke
            </Button>
          </div>
        </div>
        {again.data && <MadeLink {...again.data} to={invitation.email} />}
      </Section>
    </SidePanel>
  );
}
