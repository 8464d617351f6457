import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { sessionOf } from '../sessions/signed-in.ts';
import { companyIdentityExample, companyIdentityFields, companyIdentityShape } from './company-identities.ts';

export const listCompanyIdentities = defineTool({
  name: 'list_company_identities',
  title: 'List company identities',
  description: 'List the company identities that can sign in to this account.',
  audience: 'account',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ identities: z.array(companyIdentityShape) }),
  example: { input: {}, output: { identities: [companyIdentityExample] } },
  *run(context) {
    const identities = yield* context.store.companyIdentities.list(sessionOf(context).accountId);
    return { identities: identities.map(companyIdentityFields) };
  },
});
