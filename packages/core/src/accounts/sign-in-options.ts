import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { visitorArgumentBytes } from './account-fields.ts';

export const signInOptions = defineTool({
  name: 'sign_in_options',
  title: 'Sign-in options',
  description:
    'What the page to sign in can offer: whether request_reset mails a link to whoever forgot the password, and whether begin_company_sign_in leads to a company, and to which.',
  audience: 'visitor',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({
    mailsResets: z.boolean(),
    companyHost: z.string().nullable().describe('the host of its issuer; null where company sign-in is not set up'),
  }),
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: {}, output: { mailsResets: true, companyHost: 'login.example.com' } },
  // biome-ignore lint/correctness/useYield: a tool is a program, and this one asks the store nothing
  *run({ mailer, company }) {
    return { mailsResets: mailer !== undefined, companyHost: company ? new URL(company.issuer).host : null };
  },
});
