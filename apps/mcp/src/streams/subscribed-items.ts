import { fieldOf } from '@gatehouse/domain';
import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { parseResourceUri } from '../protocol/resources.ts';
import { parseSkillUri } from '../protocol/skill-uris.ts';
import { faultText } from '../protocol/tool-results.ts';
import { buildCall, ownArguments } from '../requests/build-call.ts';
import { originOf } from '../requests/origin.ts';
import type { RequestScope } from '../requests/request-scope.ts';

/** Addresses about whose changes a client wants to hear, by the item that each address names. */
export type SubscribedItems = Map<string, Set<string>>;

export function addAddress(items: SubscribedItems, itemId: string, uri: string): void {
  items.set(itemId, (items.get(itemId) ?? new Set()).add(uri));
}

/**
 * Finds the item at an address. Undefined if the address is not one of Gatehouse. The address of any file of a skill stands for the skill,
 * because a new version can change any file. The address of a skill has no identifier, so it is resolved like a read, with a row in the
 * log.
 */
export async function itemAt(scope: RequestScope, uri: string): Promise<string | undefined> {
  const skill = parseSkillUri(uri);
  if (!skill) return parseResourceUri(uri)?.id;
  const { gateway, credential } = scope;
  const given = ownArguments({ fileId: skill.root, paths: [] });
  const tool = gateway.registry.named('read_skill_files');
  const origin = originOf(scope, { mcpReq: {} });
  const answer = await gateway.call(buildCall({ tool, credential, origin, requestId: scope.nextRequestId(), given, meta: undefined }));
  if (!answer.ok) throw new ResourceNotFoundError(uri, faultText(answer.error));
  const id = fieldOf(answer.value, 'id');
  return typeof id === 'string' ? id : undefined;
}

/** The items that a `subscriptions/listen` names. Rejects with a ProtocolError for a skill that its caller does not see. */
export async function subscribedItems(scope: RequestScope, listen: unknown): Promise<SubscribedItems> {
  const uris = fieldOf(fieldOf(fieldOf(listen, 'params'), 'notifications'), 'resourceSubscriptions');
  const found: SubscribedItems = new Map();
  for (const uri of new Set(Array.isArray(uris) ? uris : [])) {
    const id = typeof uri === 'string' ? await itemAt(scope, uri) : undefined;
    if (id !== undefined) addAddress(found, id, uri);
  }
  return found;
}

/** Message for a client that subscribes to an item it cannot see. */
export function notSubscribed(error: unknown): string {
  if (error instanceof ProtocolError) return error.message;
  throw error;
}
