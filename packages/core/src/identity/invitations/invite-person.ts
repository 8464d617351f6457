import { durationWords, linkLifetimeMs, maxPersonName, roles } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { invitationMail } from '../../kernel/mail/mails.ts';
import { mailedShape, notMailed } from '../../kernel/mail/post-commit-mail.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { name } from '../../kernel/schema/schema.ts';
import { madeLinkExample, madeLinkShape, makeLink } from '../links/links.ts';
import { holdPeople } from '../people/change-people.ts';
import { onlyOwnersMakeOwners } from '../roles/roles.ts';
import { invitationExample } from './invitations.ts';

export const invitePerson = defineTool({
  name: 'invite_person',
  title: 'Invite person',
  description: `Create a link to join the organization, valid for ${durationWords(linkLifetimeMs.invitation)}: for a new person, or a person without an account. Only the latest link for an address works. If mail is set up, the link is also sent by email.`,
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ email, name: name(maxPersonName, 'name').optional(), role: z.enum(roles).default('member') }),
  output: madeLinkShape.extend({ id: z.string(), email: z.string(), role: z.enum(roles), ...mailedShape.shape }),
  example: {
    input: { email: 'bob@example.com', name: 'Bob' },
    output: { ...madeLinkExample, id: invitationExample.id, email: 'bob@example.com', role: 'member', ...notMailed },
  },
  *run(context, { email, name, ...wanted }) {
    const { store, viewer, caller, call, now, gateway } = context;
    yield* holdPeople(context);
    const known = yield* store.people.findByEmail(viewer.orgId, email);
    const person = known?.removedAt === null ? known : undefined;
    if (person && person.accountId !== null)
      throw refusal('duplicate_name', `${email} already belongs to this organization and can sign in: ${person.id}`);
    const role = person?.role ?? wanted.role;
    onlyOwnersMakeOwners(context, role);
    yield* store.links.revokeInvitationsOf(viewer.orgId, email, now);
    const made = yield* makeLink(context, {
      kind: 'invitation',
      orgId: viewer.orgId,
      createdBy: caller.session ? caller.personId : null,
      email,
      name: name ?? person?.name ?? null,
      role,
    });
    call.notes.itemType = 'invitation';
    call.notes.itemId = made.id;
    if (gateway.sendsMail) {
      const organization = (yield* store.organizations.find(viewer.orgId))?.name ?? '';
      const inviter = caller.session ? caller.person?.name : undefined;
      const mail = invitationMail({ to: email, organization, inviter, role, ...made });
      call.effects.postCommitMail = { mail, isAwaited: true };
    }
    return { ...made, email, role, ...notMailed };
  },
});
