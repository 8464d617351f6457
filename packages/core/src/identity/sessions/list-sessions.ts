import { sessionFault } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { sessionExample, sessionFields, sessionShape } from './account-fields.ts';
import { sessionOf } from './signed-in.ts';

export const listSessions = defineTool({
  name: 'list_sessions',
  title: 'List sessions',
  description: 'List the browsers that are signed in to this account.',
  audience: 'account',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(sessionShape) }),
  example: { input: {}, output: { sessions: [sessionExample] } },
  *run(context) {
    const current = sessionOf(context);
    const sessions = yield* context.store.sessions.list(current.accountId, context.now);
    const good = sessions.filter((session) => sessionFault(session, context.now) === undefined);
    return { sessions: good.map((session) => sessionFields(session, current.id)) };
  },
});
