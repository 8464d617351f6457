import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { invitationExample, invitationFields, invitationShape } from './invitations.ts';

export const listInvitations = defineTool({
  name: 'list_invitations',
  title: 'List invitations',
  description: 'List the invitations that can still be accepted, without their links.',
  audience: 'person',
  access: 'read',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ invitations: z.array(invitationShape) }),
  example: { input: {}, output: { invitations: [invitationExample] } },
  *run({ store, viewer, now }) {
    return { invitations: (yield* store.links.invitations(viewer.orgId, now)).map(invitationFields) };
  },
});
