import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { visitorArgumentBytes } from './account-fields.ts';

export const signInOptions = defineTool({
  name: 'sign_in_options',
  title: 'Sign-in options',
  description: 'What the page to sign in can offer: whether request_reset mails a link to whoever forgot the password.',
  audience: 'visitor',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ mailsResets: z.boolean() }),
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: {}, output: { mailsResets: true } },
  // biome-ignore lint/correctness/useYield: a tool is a program, and this one asks the store nothing
  *run({ mailer }) {
    return { mailsResets: mailer !== undefined };
  },
});
