import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { pageLimit } from '../../kernel/schema/schema.ts';
import { ownOnly } from '../roles/roles.ts';
import { connectAttemptExample, connectAttemptShape, findAttempts } from './connect-attempts.ts';
import type { KeptStep } from './connect-step.ts';
import type { Attempt } from './group-attempts.ts';

export const listConnectAttempts = defineTool({
  name: 'list_connect_attempts',
  title: 'List connect attempts',
  description:
    'List sign-in attempts of clients in the last day: the last step of each, why it stopped and what to change. All attempts of the organization for owners and admins, their own for members.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ limit: pageLimit(20, 100, 'attempts') }),
  output: z.object({ attempts: z.array(connectAttemptShape) }),
  example: { input: { limit: 1 }, output: { attempts: [connectAttemptExample] } },
  *run(context, { limit }) {
    const { viewer, caller } = context;
    const isOwn = ({ accountId }: KeptStep) => accountId !== undefined && accountId === caller.session?.accountId;
    const isOurs = ({ orgId }: KeptStep) => orgId === viewer.orgId && ownOnly(context) === undefined;
    const mayShow = (attempt: Attempt) => attempt.some((step) => isOwn(step) || isOurs(step));
    // Show steps that identify no person only to the operator: others may use the same client from the same address.
    const isShown = ({ request, keyId, accountId, step }: KeptStep) =>
      request !== undefined || keyId !== undefined || accountId !== undefined || step === 'registration';
    const attempts = yield* findAttempts(context, mayShow, isShown, limit);
    return { attempts: attempts.map(({ address: _operators, ...attempt }) => attempt) };
  },
});
