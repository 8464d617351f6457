import type { Op, VisibleItem } from '@gatehouse/storage';
import type { Caller, ToolContext } from '../../kernel/context/context.ts';
import { isVisible, type Kind, noSuchItem } from '../../kernel/context/no-such-item.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { splitToolSlug } from '../../kernel/schema/tool-slug.ts';
import { findAccount } from '../../services/accounts/service-account.ts';
import { serviceToolChecks } from '../../services/calling/prepare-call.ts';
import { findConnectionOf, findToolOf } from '../../services/calling/service-tool.ts';
import { refuseProtected } from '../../workspace/items/protected-documents.ts';
import { isReadOnlyByLimits, refuseReadOnly } from '../../workspace/items/read-only-places.ts';
import { viewerOf } from '../callers/caller.ts';

/** Checks of a call, in this order: caller, tool, subject. // D1 */
export const accessChecks = [
  'person',
  'key',
  'tool',
  'access',
  'key_limits',
  'role',
  'item',
  'read_only',
  'protected',
  'connection',
  'service_tool',
  'held',
  'mode',
  'paused',
  'account',
] as const;

export type AccessCheck = (typeof accessChecks)[number];

export interface Refused {
  check: AccessCheck;
  error: GatewayError;
}

/** Subject of a call. The caller sees the item and the connection. */
export interface Subject {
  /** A tool of the workspace, or `<service>__<tool>`. */
  tool: string | undefined;
  item: { kind: Kind; id: string } | undefined;
  connectionId: string | undefined;
}

/** Finds the first check of the pipeline that refuses this caller. Changes, counts and logs nothing. */
export function* firstRefusal(context: ToolContext, caller: Caller, subject: Subject): Op<Refused | undefined> {
  const { tool, item, connectionId } = subject;
  const probe = probeOf(context, caller);
  if (tool?.includes('__')) return yield* serviceToolRefusal(probe, tool, connectionId);
  const atTool = tool === undefined ? undefined : context.gateway.registry.refusal(tool, caller);
  if (atTool) return atTool;
  const atItem = item && (yield* itemRefusal(probe, tool, item));
  if (atItem) return atItem;
  if (connectionId !== undefined && !(yield* isVisible(probe, 'conn', connectionId))) return { check: 'connection', error: noSuchItem() };
  return undefined;
}

/** Context for checks in the name of the caller. Notes in it are dropped. */
function probeOf(context: ToolContext, caller: Caller): ToolContext {
  return { ...context, caller, viewer: viewerOf(caller, context.now), call: { ...context.call, notes: { ...context.call.notes } } };
}

function* itemRefusal(probe: ToolContext, tool: string | undefined, { kind, id }: NonNullable<Subject['item']>): Op<Refused | undefined> {
  if (!(yield* isVisible(probe, kind, id))) {
    // A key that is limited to folders sees less than its person.
    const ofPerson = { ...probe, viewer: { ...probe.viewer, limits: null } };
    return { check: (yield* isVisible(ofPerson, kind, id)) ? 'key_limits' : 'item', error: noSuchItem() };
  }
  const definition = tool === undefined ? undefined : probe.gateway.registry.find(tool)?.definition;
  if (!definition) return undefined;
  const readOnly = definition.access === 'write' ? yield* readOnlyRefusal(probe, kind, id) : undefined;
  if (readOnly) return readOnly;
  if (kind !== 'doc') return undefined;
  const doc = (yield* probe.store.items.visible(probe.viewer, 'doc', id)) as VisibleItem;
  return refusedBy('protected', () => refuseProtected(definition, doc));
}

/** By the limits of the key, or because its person can only read there. */
function* readOnlyRefusal(probe: ToolContext, kind: Kind, id: string): Op<Refused | undefined> {
  const isItem = kind === 'doc' || kind === 'file' || kind === 'skill';
  const place = isItem ? yield* probe.store.items.visible(probe.viewer, kind, id) : kind === 'folder' ? { folderId: id } : undefined;
  if (!place) return undefined;
  const check = (yield* isReadOnlyByLimits(probe, place.folderId)) ? 'key_limits' : 'read_only';
  return (yield* tried(check, () => refuseReadOnly(probe, place.folderId))).refused;
}

/** A tool that only reads may go by either of the two tools that run it. */
function* serviceToolRefusal(probe: ToolContext, toolSlug: string, connectionId: string | undefined): Op<Refused | undefined> {
  const first = yield* refusalThrough(probe, 'execute_service_tool', toolSlug, connectionId);
  if (!first) return undefined;
  return (yield* refusalThrough(probe, 'execute_service_read_tool', toolSlug, connectionId)) && first;
}

function* refusalThrough(
  probe: ToolContext,
  gate: 'execute_service_tool' | 'execute_service_read_tool',
  toolSlug: string,
  connectionId: string | undefined,
): Op<Refused | undefined> {
  const atGate = probe.gateway.registry.refusal(gate, probe.caller);
  if (atGate) return atGate;
  const { service, name } = splitToolSlug(toolSlug);
  const found = yield* tried('connection', () => findConnectionOf(probe, service, connectionId));
  if (found.refused) return found.refused;
  const tool = yield* tried('service_tool', () => findToolOf(probe, found.value, name));
  if (tool.refused) return tool.refused;
  const account = yield* findAccount(probe, found.value);
  const wanted = { toolSlug, onlyReading: gate === 'execute_service_read_tool', connection: found.value, tool: tool.value, account };
  for (const { check, refuse } of serviceToolChecks) {
    const refused = refusedBy(check, () => refuse(probe, wanted));
    if (refused) return refused;
  }
  return undefined;
}

type Tried<Value> = { refused: Refused } | { refused?: undefined; value: Value };

/** Runs checks that throw their refusal. A wrong argument is reported to the caller. */
export function* tried<Value>(check: AccessCheck, run: () => Op<Value>): Op<Tried<Value>> {
  try {
    return { value: yield* run() };
  } catch (error) {
    return { refused: refusedWith(check, error) };
  }
}

function refusedBy(check: AccessCheck, refuse: () => void): Refused | undefined {
  try {
    refuse();
    return undefined;
  } catch (error) {
    return refusedWith(check, error);
  }
}

function refusedWith(check: AccessCheck, error: unknown): Refused {
  if (error instanceof GatewayError && error.reason !== 'invalid_argument') return { check, error };
  throw error;
}
