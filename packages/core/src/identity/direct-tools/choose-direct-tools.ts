import { actsForAll, type DirectTool, type KeyLimits, maxDirectTools, maxToolName } from '@gatehouse/domain';
import type { Op, Person } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { splitToolSlug } from '../../kernel/schema/tool-slug.ts';
import { directToolStates, type KeyRights } from './direct-tool-states.ts';

/** Argument with one direct tool. */
export const directToolArgument = z.strictObject({
  toolSlug: z.string().min(1).max(maxToolName).describe('<service>__<tool>'),
  connectionId: identifier('from list_connections; default: the newest of the service').optional(),
});

/** Argument with the direct tools of a key. */
export const directToolsArgument = z
  .array(directToolArgument)
  .max(maxDirectTools)
  .optional()
  .describe('tools of services that it lists as tools of its own, by their names; this gives no access');

export type GivenDirectTools = z.output<typeof directToolsArgument>;

interface Choosing {
  person: Person;
  access: KeyRights['access'];
  limits: KeyLimits | null;
  /** Direct tools that the key already has. They are not checked again. */
  kept?: readonly DirectTool[] | undefined;
}

/** Checks direct tools for a key of this person. Refuses tools that the key could not list, and gives the reason. // D76 */
export function* chooseDirectTools(
  context: ToolContext,
  given: NonNullable<GivenDirectTools>,
  choosing: Choosing,
): Op<DirectTool[] | null> {
  const chosen = given.map(({ toolSlug, connectionId = null }) => ({ toolSlug, connectionId }));
  const names = new Set<string>();
  for (const { toolSlug } of chosen) {
    splitToolSlug(toolSlug);
    if (names.has(toolSlug)) throw refusal('invalid_argument', `argument "directTools" names ${toolSlug} twice`);
    names.add(toolSlug);
  }
  const isKept = (one: DirectTool) =>
    choosing.kept?.some(({ toolSlug, connectionId }) => toolSlug === one.toolSlug && connectionId === one.connectionId) ?? false;
  const added = chosen.filter((one) => !isKept(one));
  for (const { connectionId } of added) if (connectionId !== null) yield* requireVisible(context, connectionId);
  const { orgId, id: personId, role } = choosing.person;
  const viewer = { orgId, personId, seesAll: actsForAll({ role }), limits: choosing.limits, at: context.now };
  for (const { toolSlug, usedConnectionId, unlisted } of yield* directToolStates(context, { viewer, access: choosing.access }, added)) {
    // Accept a tool that is held or switched off now. It is listed after its release.
    const refused = unlisted && unlisted.reason !== 'held' && unlisted.reason !== 'off' ? unlisted.message : undefined;
    const isHidden = usedConnectionId !== null && !(yield* context.store.connections.visible(context.viewer, usedConnectionId));
    const reason = isHidden ? 'the key sees no such connection' : refused;
    if (reason !== undefined)
      throw refusal('invalid_argument', `argument "directTools" names ${toolSlug}, which cannot be listed: ${reason}`);
  }
  return chosen.length > 0 ? chosen : null;
}

/** Another person's private connection does not exist for the caller (D30). */
function* requireVisible(context: ToolContext, connectionId: string): Op<void> {
  if (!(yield* context.store.connections.visible(context.viewer, connectionId))) yield* refuseUnfound(context, ['conn'], connectionId);
}
