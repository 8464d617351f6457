import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { line } from '../../kernel/schema/schema.ts';
import { requireGroupsClaim } from '../company/pending-sign-in.ts';
import { holdPeople } from '../people/change-people.ts';
import { findGroup } from './find-group.ts';
import { groupExample, groupFields, groupIdentifier, groupShape, maxClaimValue } from './group-fields.ts';

export const linkGroup = defineTool({
  name: 'link_group',
  title: 'Link group',
  description:
    'Link a group to a value of the company sign-in claim (GATEHOUSE_OIDC_GROUPS_CLAIM). This removes all its people; company sign-ins then add and remove people. With unlink, the link ends and the people in the group stay.',
  audience: 'person',
  access: 'write',
  role: 'owner',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    groupId: groupIdentifier,
    claimValue: line(maxClaimValue, 'value of the claim, exactly as the company sends it').optional(),
    unlink: z.literal(true).optional().describe('end the link'),
  }),
  output: groupShape,
  example: {
    input: { groupId: groupExample.groupId, claimValue: 'design-team' },
    output: { ...groupExample, claimValue: 'design-team' },
  },
  *run(context, { groupId, claimValue = null, unlink }) {
    const { store, now } = context;
    if ((claimValue === null) === (unlink === undefined)) throw refusal('invalid_argument', 'give either "claimValue" or "unlink": true');
    yield* holdPeople(context);
    const group = yield* findGroup(context, groupId);
    if (claimValue === group.claimValue) return groupFields(group);
    if (claimValue === null) {
      yield* store.groups.unlink(group, now);
    } else {
      requireGroupsClaim(context);
      const namesake = yield* store.groups.byClaim(group.orgId, claimValue);
      if (namesake)
        throw refusal('duplicate_name', `the group ${JSON.stringify(namesake.name)} is already linked to this value: ${namesake.id}`);
      yield* store.groups.link(group, claimValue);
    }
    return groupFields({ ...group, claimValue });
  },
});
