import type { Op } from '@gatehouse/storage';
import { ownOnly } from '../../identity/roles/roles.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { logBounds } from '../../kernel/log/log-bounds.ts';
import type { OfAgent } from './makers.ts';

/** Maximum log rows that a call reads, and maximum refusals that it returns (D44). */
const maxLookedAt = 800;
const maxRefusals = 30;

/** Refused calls of one agent with the same tool and reason. */
export interface RefusedCalls extends OfAgent {
  tool: string;
  reason: string;
  calls: number;
  at: number;
}

/** Finds refused calls of agents since a time, newest first. Also returns the row before which the next call continues, or 0 at the end. */
export function* findRefused(
  context: ToolContext,
  since: number,
  beforeId: number | undefined,
): Op<{ refused: RefusedCalls[]; beforeId: number }> {
  if (beforeId === 0) return { refused: [], beforeId };
  const { store, viewer } = context;
  const bounds = yield* logBounds(context, { since });
  const range = { fromId: bounds.fromId, beforeId: Math.min(bounds.beforeId, beforeId ?? bounds.beforeId) };
  const wanted = {
    orgId: viewer.orgId,
    since,
    isRefused: true,
    personId: ownOnly(context),
    limit: maxRefusals,
    most: maxLookedAt,
  } as const;
  const { rows, lookedTo } = yield* store.activity.look({ ...wanted, ...range });
  const found = new Map<string, RefusedCalls>();
  for (const { agentId, personId, tool, serviceTool, reason, outcome, count, at } of rows) {
    if (agentId === null) continue;
    const why = reason ?? outcome;
    const called = serviceTool ?? tool;
    const key = JSON.stringify([agentId, called, why]);
    const one = found.get(key) ?? { agentId, personId, tool: called, reason: why, calls: 0, at };
    found.set(key, one);
    one.calls += count;
  }
  const end = rows.length === maxRefusals ? rows.at(-1) : lookedTo;
  return { refused: [...found.values()], beforeId: end?.id ?? 0 };
}
