import { z } from 'zod';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { onlyOwnersMakeOwners } from '../roles/roles.ts';
import { invitationExample, invitationFields, invitationShape } from './invitations.ts';

export const revokeInvitation = defineTool({
  name: 'revoke_invitation',
  title: 'Revoke invitation',
  description: 'Revoke a pending invitation. Its link no longer works.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ invitationId: identifier('from list_invitations') }),
  output: invitationShape,
  example: { input: { invitationId: invitationExample.id }, output: invitationExample },
  *run(context, { invitationId }) {
    const { store, viewer, now, call } = context;
    const invitation = yield* store.links.revokeInvitation(viewer.orgId, invitationId, now);
    if (!invitation) throw noSuchItem();
    onlyOwnersMakeOwners(context, invitation.role ?? 'member');
    call.notes.itemType = 'invitation';
    call.notes.itemId = invitation.id;
    return invitationFields(invitation);
  },
});
