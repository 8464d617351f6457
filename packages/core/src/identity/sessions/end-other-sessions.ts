import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { ownAccount, sessionOf } from './signed-in.ts';

export const endOtherSessions = defineTool({
  name: 'end_other_sessions',
  title: 'End other sessions',
  description: 'Sign out every browser of this account except this one.',
  audience: 'account',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ ended: z.int() }),
  example: { input: {}, output: { ended: 2 } },
  *run(context) {
    const { id } = yield* ownAccount(context);
    return { ended: yield* context.store.sessions.endOthers(id, sessionOf(context).id, context.now) };
  },
});
