import { maxToolName } from '@gatehouse/domain';
import type { Key, Op } from '@gatehouse/storage';
import { z } from 'zod';
import { asSeenBy, directToolStates } from '../../identity/direct-tools/direct-tool-states.ts';
import { findOwnKey } from '../../identity/keys/find-key.ts';
import { requireOwnPerson } from '../../identity/people/find-person.ts';
import type { Caller, ToolContext } from '../../kernel/context/context.ts';
import { isVisible, kindOf, refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { reasons, refusal, statusOf } from '../../kernel/errors/errors.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { splitToolSlug } from '../../kernel/schema/tool-slug.ts';
import { noSuchService } from '../../services/calling/service-tool.ts';
import { callerOfStoredKey, findCaller, viewerOf } from '../callers/caller.ts';
import { accessChecks, firstRefusal, type Refused, type Subject, tried } from './first-refusal.ts';
import { type Asked, smallestChange } from './smallest-change.ts';

const codes = Object.keys(statusOf) as (keyof typeof statusOf)[];

export const explainAccess = defineTool({
  name: 'explain_access',
  title: 'Explain access',
  description:
    'Explain the access of a key or a person: runs the checks of a call without making it, and returns the first check that refuses it and the smallest change that would allow it. Members can only ask about themselves and their keys.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    keyId: identifier('from list_keys; or personId').optional(),
    personId: identifier('from list_people').optional(),
    tool: z.string().min(1).max(maxToolName).optional().describe('a tool of the workspace, or <service>__<tool>'),
    itemId: identifier('a document, file, skill, task or folder that you can see').optional(),
    connectionId: identifier('a connection that you can see; default for a service tool: the connection that a call would use').optional(),
  }),
  output: z.object({
    allowed: z.boolean(),
    keyId: z.string().nullable(),
    personId: z.string(),
    connectionId: z.string().nullable().describe('connection that a call of the service tool would use'),
    directTool: z
      .object({ listed: z.boolean(), message: z.string().nullable().describe('why it is not listed') })
      .nullable()
      .describe("for a direct tool of the key: whether the key's list of tools has it"),
    endsAt: time.optional().describe('when this access through a linked group ends, unless the person signs in with the company again'),
    refusal: z
      .object({
        check: z.enum(accessChecks),
        code: z.enum(codes),
        reason: z.enum(reasons).nullable(),
        message: z.string().describe('error message that the call would return'),
      })
      .nullable(),
    change: z
      .object({
        operation: z.string().nullable().describe('operation that makes the change; null: no operation can make it'),
        arguments: z.record(z.string(), z.unknown()).describe('known arguments of the operation'),
        description: z.string(),
      })
      .nullable(),
  }),
  example: {
    input: { keyId: 'key_01jd2x7q8me3k5w9t4v6b8n0r2', tool: 'edit_doc', itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      allowed: false,
      keyId: 'key_01jd2x7q8me3k5w9t4v6b8n0r2',
      personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
      connectionId: null,
      directTool: null,
      refusal: {
        check: 'access',
        code: 'forbidden',
        reason: null,
        message: 'edit_doc changes data, but this key has read access; use a key with write access',
      },
      change: {
        operation: 'create_key',
        arguments: { agentId: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2', access: 'write' },
        description: 'create a key with write access: the access of a key cannot be changed',
      },
    },
  },
  *run(context, { keyId, personId, ...about }) {
    const asked = yield* findAsked(context, keyId, personId);
    const subject = yield* findSubject(context, asked.caller, about);
    if (!asked.key) refuseAccountTool(context, subject.tool);
    const refused = asked.refused ?? (asked.caller && (yield* firstRefusal(context, asked.caller, subject)));
    return {
      allowed: !refused,
      keyId: asked.key?.id ?? null,
      personId: asked.personId,
      connectionId: subject.connectionId ?? null,
      directTool: asked.caller ? yield* directToolOfCaller(context, asked.caller, about.tool) : null,
      ...(refused || !asked.caller ? {} : yield* endOfAccess(context, asked.caller, subject)),
      refusal: refused ? refusalFields(refused) : null,
      change: refused ? yield* smallestChange(context, asked, refused, subject) : null,
    };
  },
});

function* findAsked(context: ToolContext, keyId: string | undefined, personId: string | undefined): Op<Asked> {
  const key = keyId === undefined ? undefined : yield* findOwnKey(context, keyId);
  if (personId !== undefined) yield* requireOwnPerson(context, personId);
  if (key && personId === undefined) return yield* findOfKey(context, key);
  if (personId === undefined || key) throw refusal('invalid_argument', 'give either "keyId" or "personId"');
  const { orgId } = context.viewer;
  const found = yield* tried('person', () => findCaller(context.store, { type: 'person', orgId, personId }, context.now));
  return { personId, ...(found.refused ? { refused: found.refused } : { caller: found.value }) };
}

function* findOfKey({ store, now }: ToolContext, key: Key): Op<Asked> {
  const { orgId, id, personId } = key;
  const check = (yield* store.people.find(orgId, personId)) ? 'key' : 'person';
  const found = yield* tried(check, () => callerOfStoredKey(store, orgId, id, now));
  return { key, personId, ...(found.refused ? { refused: found.refused } : { caller: found.value }) };
}

/** Time at which this access ends, if only linked groups give it. // D77.2 */
function* endOfAccess(context: ToolContext, caller: Caller, { item, connectionId }: Subject): Op<{ endsAt?: number }> {
  const { orgId, personId } = caller;
  if (personId === null || (!item && connectionId === undefined)) return {};
  const groups = yield* context.store.groups.ofPerson(orgId, personId, context.now);
  const ends = groups.flatMap(({ expiresAt }) => expiresAt ?? []);
  for (const endsAt of [...new Set(ends)].toSorted((one, other) => one - other)) {
    const then = { ...context, viewer: viewerOf(caller, endsAt) };
    const isSeen =
      (!item || (yield* isVisible(then, item.kind, item.id))) &&
      (connectionId === undefined || (yield* isVisible(then, 'conn', connectionId)));
    if (!isSeen) return { endsAt };
  }
  return {};
}

interface About {
  tool?: string | undefined;
  itemId?: string | undefined;
  connectionId?: string | undefined;
}

/** Finds the subject as the caller sees it. Items that the caller cannot see do not exist for it. // D45 */
function* findSubject(context: ToolContext, caller: Caller | undefined, { tool, itemId, connectionId }: About): Op<Subject> {
  const item = itemId === undefined ? undefined : yield* findNamed(context, itemId);
  if (connectionId !== undefined && !(yield* isVisible(context, 'conn', connectionId)))
    yield* refuseUnfound(context, ['conn'], connectionId);
  if (!tool?.includes('__')) return { tool, item, connectionId };
  return { tool, item, connectionId: connectionId ?? (yield* connectionOfCall(context, caller, tool)) };
}

function* findNamed(context: ToolContext, id: string): Op<NonNullable<Subject['item']>> {
  const kind = kindOf(id);
  if (kind === undefined || kind === 'conn' || !(yield* isVisible(context, kind, id)))
    return yield* refuseUnfound(context, ['doc', 'file', 'skill', 'task', 'folder'], id);
  return { kind, id };
}

/** Reports if a key lists a tool of a service under the tool's own name. Null for other tools. // D76 */
function* directToolOfCaller(context: ToolContext, caller: Caller, tool: string | undefined) {
  const directTool = caller.key?.directTools?.find(({ toolSlug }) => toolSlug === tool);
  if (!directTool) return null;
  const states = yield* directToolStates(context, { viewer: viewerOf(caller, context.now), access: caller.access }, [directTool]);
  const [state] = yield* asSeenBy(context, states);
  return { listed: state?.description !== undefined, message: state?.unlisted?.message ?? null };
}

/**
 * Connection that a call of the examined caller would use. If the viewer cannot see it, the default connection that the viewer sees. // D34
 */
function* connectionOfCall(context: ToolContext, caller: Caller | undefined, tool: string): Op<string> {
  const { store, viewer } = context;
  const { service } = splitToolSlug(tool);
  const direct = caller?.key?.directTools?.find(({ toolSlug }) => toolSlug === tool)?.connectionId;
  const used =
    caller &&
    (direct
      ? yield* store.connections.visible(viewerOf(caller, context.now), direct)
      : yield* store.connections.standard(viewerOf(caller, context.now), service));
  const seen = used && (yield* store.connections.visible(viewer, used.id));
  const connection = seen ?? (yield* store.connections.standard(viewer, service));
  if (!connection) throw noSuchService();
  return connection.id;
}

/** Account tools depend on being signed in, not on an organization. */
function refuseAccountTool({ gateway: { registry } }: ToolContext, tool: string | undefined): void {
  const audience = tool === undefined ? undefined : registry.find(tool)?.definition.audience;
  if (audience === 'account' || audience === 'visitor')
    throw refusal(
      'invalid_argument',
      `argument "tool" names ${tool}, which people call for their own account; organizations do not control it`,
    );
}

function refusalFields({ check, error: { code, reason, message } }: Refused) {
  return { check, code, reason: reason ?? null, message };
}
