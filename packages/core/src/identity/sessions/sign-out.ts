import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { browserOf } from './open-session.ts';
import { sessionOf } from './signed-in.ts';

export const signOut = defineTool({
  name: 'sign_out',
  title: 'Sign out',
  description: 'End the session of this browser.',
  audience: 'account',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: okOnly,
  example: { input: {}, output: { ok: true } },
  *run(context) {
    const { store, now, call } = context;
    const { id, accountId } = sessionOf(context);
    yield* store.sessions.end(accountId, id, now);
    browserOf(context).session = null;
    call.notes.itemType = 'session';
    call.notes.itemId = id;
    return done;
  },
});
