import type { Op } from '@gatehouse/storage';
import { requireGroup } from '../../identity/groups/find-group.ts';
import { personByEmail } from '../../identity/people/find-person.ts';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Identifier of the person or group that a share names. */
export function* sharerOf(
  context: ToolContext,
  { email, groupId }: { email?: string | undefined; groupId?: string | undefined },
): Op<string> {
  const { id } = groupId === undefined ? yield* personByEmail(context, email ?? '') : yield* requireGroup(context, groupId);
  return id;
}
