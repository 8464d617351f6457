import { mayManage, type Role } from '@gatehouse/domain';
import { Button, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { Fact, Facts, Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Person } from '../../kernel/signs/who.tsx';
import { messageOf } from '../../kernel/states/failed.tsx';
import { personPanel as strings } from '../strings.ts';
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
      <Section title={strings.person}>
        <Facts>
          <Fact name={strings.eMail}>{person.email}</Fact>
          <Fact name={strings.role}>{mayChange ? <RoleSelect person={person} /> : roleNames[person.role]}</Fact>
          <Fact name={strings.account}>{person.hasAccount ? strings.active : strings.none}</Fact>
          <Fact name={strings.added}>
            <Time at={person.createdAt} />
          </Fact>
        </Facts>
      </Section>
      {mayChange && (
        <Section title={strings.signIn}>
          <Access person={person} />
        </Section>
      )}
      {mayChange && (
        <Section title={strings.remove}>
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
      sayDone(strings.roleChanged(person.name, roleNames[wanted]), () => wanted !== person.role && change.mutate(person.role)),
    onError: (error) => sayFailed(messageOf(error), error),
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'list_people'] }),
  });
  return (
    <Select
      aria-label={strings.role}
      data={rolesGivenBy(role)}
      value={change.isPending ? change.variables : person.role}
      onChange={(wanted) => wanted && wanted !== person.role && change.mutate(wanted as Role)}
    />
  );
}

/** An invitation for who has no account yet; for who has one, a new password or the end of their sessions. */
function Access({ person }: { person: PersonRow }) {
  const { orgId } = useMembership();
  const invite = useMutation({
    mutationFn: () => call(orgId, 'invite_person', { email: person.email, role: person.role }),
    onError: (error) => sayFailed(messageOf(error), error),
  });
  const reset = useMutation({
    mutationFn: () => call(orgId, 'create_reset_link', { email: person.email }),
    onError: (error) => sayFailed(messageOf(error), error),
  });
  const end = useMutation({
    mutationFn: () => call(orgId, 'end_person_sessions', { email: person.email }),
    onSuccess: ({ ended }) => sayDone(strings.wasSignedOutOfBrowsers(person.name, ended)),
    onError: (error) => sayFailed(messageOf(error), error),
  });
  const made = invite.data ?? reset.data;
  return (
    <>
      <div className={styles.buttons}>
        {!person.hasAccount && (
          <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate()}>
            {strings.createInviteLink}
          </Button>
        )}
        {person.hasAccount && (
          <>
            <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
              {strings.createResetLink}
            </Button>
            <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
              {strings.signOutEverywhere}
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
      sayDone(strings.invitationForRevoked(invitation.email));
      onClose();
    },
    onError: (error) => sayFailed(messageOf(error), error),
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'list_invitations'] }),
  });
  const again = useMutation({
    mutationFn: () => call(orgId, 'invite_person', { email: invitation.email, role: invitation.role }),
    onError: (error) => sayFailed(messageOf(error), error),
  });
  return (
    <SidePanel title={invitation.email} onClose={onClose}>
      <Section title={strings.invitation}>
        <Facts>
          <Fact name={strings.role}>{roleNames[invitation.role]}</Fact>
          <Fact name={strings.created}>
            <Time at={invitation.createdAt} />
          </Fact>
          <Fact name={strings.expires}>
            <Time at={invitation.expiresAt} />
          </Fact>
        </Facts>
        <div className={styles.stack}>
          <div className={styles.buttons}>
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              {strings.createNewLink}
            </Button>
            <Button variant="default" loading={revoke.isPending} onClick={() => revoke.mutate()}>
              {strings.revoke}
            </Button>
          </div>
        </div>
        {again.data && <MadeLink {...again.data} to={invitation.email} />}
      </Section>
    </SidePanel>
  );
}
