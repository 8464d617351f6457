import { z } from 'zod';
import { visitorArgumentBytes } from '../accounts/account-fields.ts';
import { countCompanySignIn } from '../accounts/guessing.ts';
import { linkSecret } from '../accounts/links.ts';
import { ownAccount } from '../accounts/signed-in.ts';
import { unauthorized } from '../errors.ts';
import { findInvitation } from '../people/invitations.ts';
import { defineDiscoveryTool } from '../tool.ts';
import { companyFailed, keepSignIn, type Purpose, requireCompany } from './pending-sign-in.ts';

export const beginCompanySignIn = defineDiscoveryTool({
  name: 'begin_company_sign_in',
  title: 'Begin company sign-in',
  description:
    'Gives the address at the company to send this browser to: to sign in, to accept an invitation by its secret, or to link the account that is signed in. The company sends the browser back to /app/company/callback within 10 minutes.',
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    secret: linkSecret.optional(),
    link: z.boolean().default(false).describe('link the account that is signed in, and sign nobody in'),
  }),
  output: z.object({ address: z.string() }),
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: {}, output: { address: 'https://login.example.com/authorize?response_type=code&state=3q2-7wEj' } },
  preparationChanges: true,
  *prepare(context, { secret, link }) {
    requireCompany(context);
    const purpose: Purpose = { accountId: null, linkId: null };
    if (link) {
      if (!context.caller.session) throw unauthorized('sign in first: the account that is signed in is linked');
      purpose.accountId = (yield* ownAccount(context)).id;
    } else if (secret !== undefined) purpose.linkId = (yield* findInvitation(context, secret)).link.id;
    yield* countCompanySignIn(context);
    return yield* keepSignIn(context, purpose);
  },
  runOutside: (context, request) => requireCompany(context).begin(request),
  // biome-ignore lint/correctness/useYield: what is kept was kept before
  *conclude(_context, _request, begun) {
    if ('fault' in begun) throw companyFailed(begun.fault);
    return { address: begun.address };
  },
});
