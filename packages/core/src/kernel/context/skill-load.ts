import type { VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from './context.ts';

const maxClient = 200;
const maxMachine = 100;

/** Notes that a call gives a version of a skill to its caller. It is stored if the call succeeds. // D72 */
export function noteSkillLoad({ call }: ToolContext, item: Pick<VisibleItem, 'orgId' | 'id'>, version: number): void {
  const { attribution, origin, effects } = call;
  const readerId = attribution.agentId ?? attribution.personId;
  if (readerId === null) return;
  const client = attribution.sdk ?? origin.client ?? '';
  effects.loads.push({
    orgId: item.orgId,
    itemId: item.id,
    readerId,
    client: visible(client, maxClient),
    machine: visible(origin.machine ?? '', maxMachine),
    version,
  });
}

/** Cleans a self-declared name to one line. */
function visible(text: string, maximum: number): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, maximum)
    .toWellFormed();
}
