import { readsContent } from '@gatehouse/domain';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';

/** Who has read, each once, by their newest call: of calls with the newest first. */
export function readsOf(calls: readonly LoggedCall[]): LoggedCall[] {
  const found = new Map<string, LoggedCall>();
  for (const call of calls) {
    const who = `${call.personId} ${call.agentId}`;
    if (readsContent(call.tool) && !found.has(who)) found.set(who, call);
  }
  return [...found.values()];
}

/** The calls of the time in which a version was the newest one: what was read then was that version. */
export function callsOfVersion(
  calls: readonly LoggedCall[],
  versions: readonly { version: number; at: number }[],
  number: number,
): LoggedCall[] {
  const madeAt = versions.find(({ version }) => version === number)?.at;
  if (madeAt === undefined) return [];
  const replacedAt = versions.find(({ version }) => version === number + 1)?.at ?? Number.POSITIVE_INFINITY;
  return calls.filter(({ at }) => at >= madeAt && at < replacedAt);
}
