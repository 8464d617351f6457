import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { unauthorized } from '../../kernel/errors/errors.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { requireAnotherOwner } from '../roles/roles.ts';
import { changedPerson, holdPeople } from './change-people.ts';
import { endMembership } from './end-membership.ts';
import { findSuccessor, successorEmail } from './successor.ts';

export const leaveOrganization = defineTool({
  name: 'leave_organization',
  title: 'Leave organization',
  description: 'Leave this organization. Your keys are revoked, and your work is kept. The last owner cannot leave.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ successorEmail }),
  output: okOnly,
  example: { input: {}, output: { ok: true } },
  *run(context, { successorEmail }) {
    const { store, viewer } = context;
    yield* holdPeople(context);
    const person = yield* store.people.find(viewer.orgId, viewer.personId);
    if (!person) throw unauthorized('you have been removed from the organization; ask one of its owners');
    yield* requireAnotherOwner(store, person);
    const successor = yield* findSuccessor(context, person, successorEmail);
    changedPerson(context, yield* endMembership(context, person, successor));
    return done;
  },
});
