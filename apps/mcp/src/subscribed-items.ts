import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { originOf } from './origin.ts';
import type { RequestScope } from './request-scope.ts';
import { parseResourceUri } from './resources.ts';
import { parseSkillUri } from './skill-uris.ts';
import { faultText } from './tool-results.ts';

/** Addresses whose changes a client wants to hear of, by the item that each names. */
export type SubscribedItems = Map<string, Set<string>>;

/**
 * The item that an address names; undefined for an address that is none of ours. Every file of a skill names the skill: each of its versions
 * can change any of them. The address of a skill has no identifier, so it is looked up as reading does it, with a row in the log.
 */
export async function itemAt(scope: RequestScope, uri: string): Promise<string | undefined> {
  const skill = parseSkillUri(uri);
  if (!skill) return parseResourceUri(uri)?.id;
  const input = { fileId: skill.root, paths: [] };
  const answer = await scope.gateway.call({
    tool: 'read_skill_files',
    credential: scope.credential,
    origin: originOf(scope, { mcpReq: {} }),
    requestId: scope.nextRequestId(),
    readArguments: () => input,
    argumentBytes: Buffer.byteLength(JSON.stringify(input)),
  });
  if (!answer.ok) throw new ResourceNotFoundError(uri, faultText(answer.error));
  return (answer.value as { id: string }).id;
}

/** The items that a `subscriptions/listen` names. Rejects with a ProtocolError for a skill that its caller does not see. */
export async function subscribedItems(scope: RequestScope, listen: unknown): Promise<SubscribedItems> {
  const { params } = listen as { params?: { notifications?: { resourceSubscriptions?: unknown } } };
  const uris = params?.notifications?.resourceSubscriptions;
  const found: SubscribedItems = new Map();
  for (const uri of new Set(Array.isArray(uris) ? uris : [])) {
    const id = typeof uri === 'string' ? await itemAt(scope, uri) : undefined;
    if (id !== undefined) found.set(id, (found.get(id) ?? new Set()).add(uri));
  }
  return found;
}

/** What to tell a client whose subscription names what it does not see. */
export function notSubscribed(error: unknown): string {
  if (error instanceof ProtocolError) return error.message;
  throw error;
}
