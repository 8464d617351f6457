import { dayMs, entrances, hourMs, minuteMs } from '@gatehouse/domain';
import { type Op, type SumSpan, sumSpans } from '@gatehouse/storage';
import { z } from 'zod';
import { findOwnAgent } from '../../identity/agents/find-agent.ts';
import { findOwnKey } from '../../identity/keys/find-key.ts';
import { requireOwnPerson } from '../../identity/people/find-person.ts';
import { ownOnly } from '../../identity/roles/roles.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { countedTo } from '../../kernel/log/counted-to.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';

const maxBuckets = 200;
const bucketSizes = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  7 * dayMs,
  30 * dayMs,
  90 * dayMs,
  365 * dayMs,
];
/** Maximum time range: buckets of the longest size. */
const maxMs = 365 * dayMs * (maxBuckets - 1);
const largestTime = 8_640_000_000_000_000;

export const activityHistogram = defineTool({
  name: 'activity_histogram',
  title: 'Calls over time',
  description:
    'Count answered calls over time, by entrance and outcome, in at most 200 buckets: all calls for owners and admins, their own for members. The last two minutes are not counted yet.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    from: time.min(0).max(largestTime),
    to: time.min(0).max(largestTime),
    personId: identifier('from list_people; give at most one of personId, agentId and keyId').optional(),
    agentId: identifier('from list_agents').optional(),
    keyId: identifier('from list_keys').optional(),
    outcome: z.string().max(50).optional().describe('"ok" or an error code'),
    entrance: z.enum(entrances).optional(),
  }),
  output: z.object({
    bucketMs: z.int().describe('length of a bucket; buckets start at multiples of it since the epoch'),
    from: time.describe('start of the first bucket'),
    to: time.describe('end of the last bucket'),
    countedTo: time.describe('calls answered after this time are not counted yet'),
    buckets: z
      .array(z.object({ start: time, calls: z.array(z.object({ entrance: z.enum(entrances), outcome: z.string(), calls: z.int() })) }))
      .describe('buckets that have calls, in order of time'),
  }),
  example: {
    input: { from: 1_763_596_800_000, to: 1_763_604_000_000, entrance: 'mcp' },
    output: {
      bucketMs: minuteMs,
      from: 1_763_596_800_000,
      to: 1_763_604_000_000,
      countedTo: 1_763_603_880_000,
      buckets: [
        {
          start: 1_763_596_800_000,
          calls: [
            { entrance: 'mcp', outcome: 'forbidden', calls: 1 },
            { entrance: 'mcp', outcome: 'ok', calls: 12 },
          ],
        },
      ],
    },
  },
  *run(context, { from, to, outcome, entrance, ...whose }) {
    const { store, viewer } = context;
    if (to <= from || to - from > maxMs) throw refusal('invalid_argument', 'argument "to" must be later than "from", by at most 199 years');
    const { subject, shortest } = yield* findSubject(context, whose);
    const buckets = bucketsOf(from, to, shortest);
    const span = spanOf(buckets.bucketMs);
    const filter = { orgId: viewer.orgId, subject, span, bucket: buckets.bucketMs, from: buckets.from, to: buckets.to };
    const sums = yield* store.activitySums.read(filter);
    const wanted = sums.filter((sum) => (outcome ?? sum.outcome) === sum.outcome && (entrance ?? sum.entrance) === sum.entrance);
    const byStart = Map.groupBy(wanted, ({ start }) => start);
    return {
      ...buckets,
      countedTo: yield* countedTo(context),
      buckets: [...byStart].map(([start, calls]) => ({ start, calls: calls.map(({ start: _start, ...call }) => call) })),
    };
  },
});

interface Whose {
  personId?: string | undefined;
  agentId?: string | undefined;
  keyId?: string | undefined;
}

/** Owner of the calls to count, and the shortest bucket in which they are summed. */
function* findSubject(context: ToolContext, { personId, agentId, keyId }: Whose): Op<{ subject: string; shortest: SumSpan }> {
  if (keyId !== undefined) yield* findOwnKey(context, keyId);
  if (agentId !== undefined) yield* findOwnAgent(context, agentId);
  if (personId !== undefined) yield* requireOwnPerson(context, personId);
  const [subject = ownOnly(context) ?? '', another] = [keyId, agentId, personId].filter((id) => id !== undefined);
  if (another !== undefined) throw refusal('invalid_argument', 'give only one of "personId", "agentId" and "keyId"');
  return { subject, shortest: (keyId ?? agentId) ? hourMs : minuteMs };
}

/** Chooses the shortest buckets that do not exceed the maximum number. */
function bucketsOf(from: number, to: number, shortest: number): { bucketMs: number; from: number; to: number } {
  for (const bucketMs of bucketSizes) {
    const [first, last] = [Math.floor(from / bucketMs) * bucketMs, Math.ceil(to / bucketMs) * bucketMs];
    if (bucketMs >= shortest && (last - first) / bucketMs <= maxBuckets) return { bucketMs, from: first, to: last };
  }
  throw new Error('the accepted time range is too long');
}

/** Longest summed span that divides a bucket. */
function spanOf(bucketMs: number): SumSpan {
  return sumSpans.findLast((span) => bucketMs % span === 0) ?? minuteMs;
}
