import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { visitorArgumentBytes } from '../sessions/account-fields.ts';
import { whyNoPasskeys } from './passkey-site.ts';

export const signInOptions = defineTool({
  name: 'sign_in_options',
  title: 'Sign-in options',
  description:
    'Return the options of the sign-in page: password reset by email (request_reset), company sign-in (begin_company_sign_in) with its host, and the reason if passkeys cannot be used.',
  audience: 'visitor',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({
    mailsResets: z.boolean(),
    companyHost: z.string().nullable().describe('host of the issuer; null if company sign-in is not set up'),
    noPasskeys: z.string().nullable().describe('reason why passkeys cannot be used; null if they can'),
  }),
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: {}, output: { mailsResets: true, companyHost: 'login.example.com', noPasskeys: null } },
  // biome-ignore lint/correctness/useYield: a tool is a program, and this one asks the store nothing
  *run({ gateway }) {
    const { company, sendsMail } = gateway;
    return {
      mailsResets: sendsMail,
      companyHost: company ? new URL(company.issuer).host : null,
      noPasskeys: whyNoPasskeys(gateway.settings),
    };
  },
});
