import { agentKinds } from '@gatehouse/domain';
import type { Account, AgentSummary, Op, Store } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { time } from '../../kernel/schema/schema.ts';
import { endAgent } from '../agents/end-agent.ts';

const pageSize = 200;
/** Maximum agents listed. Others are ended or kept together with them, without a name. */
export const maxActingAgents = 300;

export const actingAgentShape = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(agentKinds),
  organization: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
});

/** Valid agents that act for the account's persons in each organization, newest first. */
export function* actingAgents(
  { store, now }: Pick<ToolContext, 'store' | 'now'>,
  accountId: string,
): Op<z.input<typeof actingAgentShape>[]> {
  const found: z.input<typeof actingAgentShape>[] = [];
  for (const { orgId, orgName, personId } of yield* store.accounts.memberships(accountId))
    for (const { id, name, kind, createdAt, lastUsedAt } of yield* goodAgents(store, orgId, personId, now))
      found.push({ id, name, kind, organization: orgName, createdAt, lastUsedAt });
  return found.sort((left, right) => right.createdAt - left.createdAt).slice(0, maxActingAgents);
}

/** Ends the account's acting agents, except those to keep. Throws if one to keep is not among them. The caller holds the account. */
export function* endActingAgents({ store, now }: ToolContext, account: Account, kept: ReadonlySet<string>): Op<void> {
  const unknown = new Set(kept);
  for (const { orgId, personId } of yield* store.accounts.memberships(account.id)) {
    yield* store.people.hold(orgId);
    for (const agent of yield* goodAgents(store, orgId, personId, now)) if (!unknown.delete(agent.id)) yield* endAgent(store, agent, now);
  }
  if (unknown.size > 0) throw noSuchItem();
}

function* goodAgents(store: Store, orgId: string, personId: string, now: number): Op<AgentSummary[]> {
  const good: AgentSummary[] = [];
  for (let afterId: string | undefined; ; ) {
    const page = yield* store.agents.page({ orgId, personId, afterId, now, limit: pageSize });
    good.push(...page.filter(({ goodKeys }) => goodKeys > 0));
    if (page.length < pageSize) return good;
    afterId = page.at(-1)?.id;
  }
}
