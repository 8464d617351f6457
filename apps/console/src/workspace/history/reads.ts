import { readsContent } from '@gatehouse/domain';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';

/** Readers, each once with their newest call. `calls` are sorted newest first. */
export function readsOf(calls: readonly LoggedCall[]): LoggedCall[] {
  const found = new Map<string, LoggedCall>();
  for (const call of calls) {
    const who = `${call.personId} ${call.agentId}`;
    if (readsContent(call.tool) && !found.has(who)) found.set(who, call);
  }
  return [...found.values()];
}

/** Calls made while a version was the newest one: they read that version. */
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
