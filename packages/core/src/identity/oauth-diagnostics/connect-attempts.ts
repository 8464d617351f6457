import { consentRequestMs, dayMs, durationWords, keyFault } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { time } from '../../kernel/schema/schema.ts';
import { connectStepNames, type KeptStep, readStep } from './connect-step.ts';
import { type Attempt, groupAttempts } from './group-attempts.ts';
import { attemptReasons, attemptStates, judgeAttempt } from './judge-attempt.ts';

/** Names and short texts of the protocol, without secrets. */
const said = z.record(z.string(), z.string());

export const connectAttemptShape = z.object({
  startedAt: time,
  lastAt: time,
  client: z.string().nullable().describe('name that the client reports'),
  clientId: z.string().nullable(),
  userAgent: z.string().nullable(),
  email: z.string().nullable().describe('email address of the person of the browser or grant; null before sign-in'),
  state: z.enum(attemptStates),
  step: z.enum(connectStepNames).describe('last step that was reached'),
  reason: z.enum(attemptReasons).describe('reason code for programs'),
  why: z.string(),
  change: z.string().nullable().describe('what to change; null if nothing'),
  steps: z.array(z.object({ at: time, step: z.enum(connectStepNames), status: z.int(), asked: said, answered: said })),
});

type ConnectAttempt = z.input<typeof connectAttemptShape>;

export const connectAttemptExample: ConnectAttempt = {
  startedAt: 1_763_600_000_000,
  lastAt: 1_763_600_004_000,
  client: 'Claude Code',
  clientId: 'client_01jd2x7q8me3k5w9t4v6b8n0r2',
  userAgent: 'claude-code/2.1',
  email: 'ada@example.com',
  state: 'stopped',
  step: 'authorization',
  reason: 'not_answered',
  why: 'The consent page was opened, but not answered.',
  change: `Sign in on that page and press Allow within ${durationWords(consentRequestMs)}; otherwise start again in the client.`,
  steps: [
    { at: 1_763_600_000_000, step: 'registration', status: 201, asked: { client_name: 'Claude Code' }, answered: {} },
    { at: 1_763_600_004_000, step: 'authorization', status: 303, asked: { scope: 'read' }, answered: {} },
  ],
};

export interface FoundAttempt extends ConnectAttempt {
  /** First address of the attempt. Null if unknown. */
  address: string | null;
}

/** Finds the attempts of the last day that `mayShow` accepts, newest first. They are judged by the steps that `isShown` accepts. */
export function* findAttempts(
  context: Pick<ToolContext, 'store' | 'gateway' | 'now'>,
  mayShow: (attempt: Attempt) => boolean,
  isShown: (step: KeptStep) => boolean,
  limit: number,
): Op<FoundAttempt[]> {
  const { store, now } = context;
  const steps = (yield* store.connectSteps.list(now - dayMs)).map(readStep);
  const attempts = groupAttempts(steps)
    .filter(mayShow)
    .sort((left, right) => (right.at(-1) as KeptStep).at - (left.at(-1) as KeptStep).at)
    .slice(0, limit);
  const found: FoundAttempt[] = [];
  for (const attempt of attempts) found.push(yield* describeAttempt(context, attempt.filter(isShown)));
  return found;
}

function* describeAttempt({ store, gateway, now }: Pick<ToolContext, 'store' | 'gateway' | 'now'>, attempt: Attempt): Op<FoundAttempt> {
  const last = <Name extends keyof KeptStep>(name: Name) => attempt.findLast((step) => step[name] !== undefined)?.[name];
  const [orgId, keyId, accountId] = [last('orgId'), last('keyId'), last('accountId')];
  const key = orgId !== undefined && keyId !== undefined ? yield* store.keys.findOfPerson(orgId, keyId) : undefined;
  const account = accountId === undefined ? undefined : yield* store.accounts.find(accountId);
  const grant = keyId === undefined ? undefined : { isGood: key !== undefined && !keyFault(key, now), lastUsedAt: key?.lastUsedAt ?? null };
  return {
    startedAt: attempt[0]?.at ?? now,
    lastAt: attempt.at(-1)?.at ?? now,
    client: last('clientName') ?? null,
    clientId: last('clientId') ?? null,
    userAgent: attempt.find(({ userAgent }) => userAgent !== undefined)?.userAgent ?? null,
    email: key?.personEmail ?? account?.email ?? null,
    address: attempt.find(({ address }) => address !== undefined)?.address ?? null,
    ...judgeAttempt(attempt, { baseUrl: gateway.settings.baseUrl ?? gateway.settings.consoleUrl, now, key: grant }),
    steps: attempt.map(({ at, step, status, asked, answered }) => ({ at, step, status, asked, answered })),
  };
}
