import { z } from 'zod';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { sessionExample } from './account-fields.ts';
import { sessionOf } from './signed-in.ts';

export const endSession = defineTool({
  name: 'end_session',
  title: 'End session',
  description: 'Sign out one browser of this account: another one, or this one.',
  audience: 'account',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ sessionId: identifier('from list_sessions') }),
  output: okOnly,
  example: { input: { sessionId: sessionExample.id }, output: { ok: true } },
  *run(context, { sessionId }) {
    const { store, now, call } = context;
    if (!(yield* store.sessions.end(sessionOf(context).accountId, sessionId, now))) throw noSuchItem();
    call.notes.itemType = 'session';
    call.notes.itemId = sessionId;
    return done;
  },
});
