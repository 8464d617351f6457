import { type AccessLevel, allows, type DirectTool, isServiceToolWithin, isToolWithin, parseToolSlug } from '@gatehouse/domain';
import type { Op, Viewer } from '@gatehouse/storage';
import type { GatewayForTools, ToolContext } from '../../kernel/context/context.ts';
import { type DirectToolDescription, describeDirectTool } from './describe-direct-tool.ts';

/** Reasons why the key does not list a direct tool at present. */
export const unlistedReasons = ['limits', 'access', 'connection', 'removed', 'off', 'held', 'refused'] as const;

/** A direct tool of a key, with its description, or the reason why it is not listed. */
export interface DirectToolState extends DirectTool {
  /** Connection for a call. Null if the limits of the key exclude the tool, or if the key or the caller sees no such connection. */
  usedConnectionId: string | null;
  description?: DirectToolDescription;
  unlisted?: { reason: (typeof unlistedReasons)[number]; message: string };
}

/** Part of a `ToolContext` that is needed to find tools of services. */
export interface ServicesContext extends Pick<ToolContext, 'store'> {
  gateway: Pick<GatewayForTools, 'services'>;
}

/** Rights of a key at this instant. */
export interface KeyRights {
  /** Sees what the key sees: what its person sees, within the limits of the key. */
  viewer: Viewer;
  access: AccessLevel;
}

/**
 * States of a key's direct tools, in the order of `directTools`. A direct tool gives no access by itself: it is not listed if the access or
 * the limits of the key exclude it. // D76
 */
export function* directToolStates(context: ServicesContext, rights: KeyRights, directTools: readonly DirectTool[]): Op<DirectToolState[]> {
  const states: DirectToolState[] = [];
  for (const directTool of directTools) states.push({ ...directTool, ...(yield* stateOf(context, rights, directTool)) });
  return states;
}

/** States as the caller may know them: another person's private connection does not exist for the caller (D30). */
export function* asSeenBy({ store, viewer }: Pick<ToolContext, 'store' | 'viewer'>, states: DirectToolState[]): Op<DirectToolState[]> {
  const seen: DirectToolState[] = [];
  for (const state of states) {
    const { toolSlug, connectionId, usedConnectionId } = state;
    const isSeen = usedConnectionId === null || (yield* store.connections.visible(viewer, usedConnectionId)) !== undefined;
    seen.push(isSeen ? state : { toolSlug, connectionId, ...unlisted(null, 'connection', 'you see no such connection') });
  }
  return seen;
}

function* stateOf(
  { store, gateway: { services } }: ServicesContext,
  { viewer, access }: KeyRights,
  { toolSlug, connectionId }: DirectTool,
): Op<Omit<DirectToolState, keyof DirectTool>> {
  const { service, name } = parseToolSlug(toolSlug) ?? { service: '', name: '' };
  const { limits, orgId } = viewer;
  if (!isToolWithin(limits, 'execute_service_tool') || !isServiceToolWithin(limits, toolSlug))
    return unlisted(null, 'limits', 'the limits of the key exclude it');
  const connection =
    connectionId === null ? yield* store.connections.standard(viewer, service) : yield* store.connections.visible(viewer, connectionId);
  if (!connection || connection.service !== service) return unlisted(null, 'connection', 'the key sees no such connection');
  const tool = yield* store.serviceTools.find(orgId, connection.id, name);
  if (!tool || tool.removedAt !== null) return unlisted(connection.id, 'removed', 'the service does not list it any more');
  if (tool.isOff) return unlisted(connection.id, 'off', 'it is switched off');
  if (tool.heldFor) return unlisted(connection.id, 'held', 'it is held until a person approves it');
  if (!allows(access, tool.mode)) return unlisted(connection.id, 'access', 'it changes data, and the key can only read');
  const description = describeDirectTool(services, toolSlug, tool);
  if ('fault' in description) return unlisted(connection.id, 'refused', `clients would refuse it: ${description.fault}`);
  return { usedConnectionId: connection.id, description };
}

function unlisted(usedConnectionId: string | null, reason: (typeof unlistedReasons)[number], message: string) {
  return { usedConnectionId, unlisted: { reason, message } };
}
