import { companySignInMs, durationWords } from '@gatehouse/domain';
import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { unauthorized } from '../../kernel/errors/errors.ts';
import { findInvitation } from '../invitations/invitations.ts';
import { linkSecret } from '../links/links.ts';
import { visitorArgumentBytes } from '../sessions/account-fields.ts';
import { countCompanySignIn } from '../sign-in/guessing.ts';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from '../sign-in/reauthentication.ts';
import { companyFailed, keepSignIn, makeSignIn, type Purpose, requireCompany } from './pending-sign-in.ts';

export const beginCompanySignIn = defineDiscoveryTool({
  name: 'begin_company_sign_in',
  title: 'Begin company sign-in',
  description: `Return the URL of the identity provider for this browser: to sign in, to accept an invitation by its secret, or to link the signed-in account. The provider must send the browser back to /app/company/callback within ${durationWords(companySignInMs)}.`,
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    secret: linkSecret.optional(),
    link: z.boolean().default(false).describe('link the signed-in account instead of signing in'),
    password: ownPassword,
  }),
  output: z.object({ address: z.string() }),
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: {}, output: { address: 'https://login.example.com/authorize?response_type=code&state=3q2-7wEj' } },
  preparationChanges: true,
  *prepare(context, { secret, link, password }) {
    requireCompany(context);
    if (link && !context.caller.session) throw unauthorized('sign in first: linking needs a signed-in account');
    // Linking an identity adds a way to sign in, which outlives the session. So it needs the password again.
    const reauthentication = link ? yield* beginReauthentication(context, password) : undefined;
    const linkId = link || secret === undefined ? null : (yield* findInvitation(context, secret)).link.id;
    yield* countCompanySignIn(context);
    const purpose: Purpose = { accountId: reauthentication?.account.id ?? null, linkId };
    return { reauthentication, purpose, signIn: makeSignIn(context) };
  },
  async runOutside(context, { reauthentication, signIn }) {
    if (reauthentication && !(await runReauthentication(context, reauthentication))) return undefined;
    return await requireCompany(context).begin(signIn.request);
  },
  *conclude(context, { reauthentication, purpose, signIn }, begun) {
    if (reauthentication) yield* concludeReauthentication(context, reauthentication, begun !== undefined);
    if (begun === undefined) throw new Error('only a wrong password keeps a sign-in from the company');
    if ('fault' in begun) throw companyFailed(begun.fault);
    yield* keepSignIn(context, purpose, signIn);
    return { address: begun.address };
  },
});
