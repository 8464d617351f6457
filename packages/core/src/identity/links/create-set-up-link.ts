import { durationWords, linkLifetimeMs } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { madeLinkExample, madeLinkShape, makeLink } from './links.ts';

export const createSetUpLink = defineTool({
  name: 'create_set_up_link',
  title: 'Create set-up link',
  description: `Create the link for the first owner to set up an account. It works once, for ${durationWords(linkLifetimeMs.set_up)}, and only before any account exists.`,
  audience: 'operator',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({}),
  output: madeLinkShape,
  example: { input: {}, output: { ...madeLinkExample, link: madeLinkExample.link.replace('invitation', 'set-up') } },
  *run(context) {
    if (yield* context.store.accounts.any()) throw alreadySetUp();
    const { link, expiresAt } = yield* makeLink(context, { kind: 'set_up' });
    return { link, expiresAt };
  },
});

export function alreadySetUp() {
  return refusal('already_set_up', 'an account already exists: sign in with it, or ask an owner to invite you');
}
