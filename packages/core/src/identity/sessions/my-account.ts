import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import {
  accountFields,
  accountShape,
  membershipFields,
  membershipShape,
  sessionExample,
  sessionFields,
  sessionShape,
  signedInExample,
} from './account-fields.ts';
import { ownAccount, sessionOf } from './signed-in.ts';

export const myAccount = defineTool({
  name: 'my_account',
  title: 'My account',
  description: 'Return the signed-in account with its session and organizations.',
  audience: 'account',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({
    account: accountShape,
    organizations: z.array(
      membershipShape.extend({
        agentsReadOnly: z.boolean(),
        asksReview: z.boolean().describe('true if changes of agents to items outside of folders wait for a review'),
        logPosition: z.string().describe('position from which its stream of changes continues after this answer'),
      }),
    ),
    session: sessionShape,
  }),
  example: {
    input: {},
    output: {
      ...signedInExample,
      organizations: signedInExample.organizations.map((one) => ({
        ...one,
        agentsReadOnly: false,
        asksReview: false,
        logPosition: '5012.n4bQgYhMfWWaL-qg',
      })),
      session: sessionExample,
    },
  },
  *run(context) {
    const account = yield* ownAccount(context);
    const session = sessionOf(context);
    const organizations = [];
    for (const membership of yield* context.store.accounts.memberships(account.id)) {
      const { position } = yield* context.store.activity.follow({ orgId: membership.orgId });
      const { agentsReadOnly, asksReview } = membership;
      organizations.push({ ...membershipFields(membership), agentsReadOnly, asksReview, logPosition: position });
    }
    return {
      account: accountFields(account),
      organizations,
      session: sessionFields(session, session.id),
    };
  },
});
