import { allows, isJsonObject, parseExactly } from '@gatehouse/domain';
import type { ConnectionAccount, Op } from '@gatehouse/storage';
import type { OutsideContext, ToolContext } from '../../kernel/context/context.ts';
import { heldToReading } from '../../kernel/context/key-level.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import type { OutsideCall } from '../../kernel/ports/outside-call.ts';
import type { JsonObject, ServiceRequest, ServiceResult } from '../../kernel/ports/service-port.ts';
import { checkNesting, checkValue, maxNesting } from '../../kernel/schema/arguments.ts';
import { type AsWhom, findAccount, refuseWithoutAccount } from '../accounts/service-account.ts';
import {
  checkArguments,
  checkArgumentsApart,
  isKeyRefused,
  refuseFaults,
  type ServiceKey,
  serviceKeyFor,
  withoutServiceKey,
  withServiceKey,
} from './check-arguments.ts';
import { effectiveMode } from './definition.ts';
import { readWorkspaceFile } from './read-workspace-file.ts';
import { findServiceTool, type NamedServiceTool, targetOf } from './service-tool.ts';

export interface CallArguments {
  toolSlug: string;
  connectionId?: string | undefined;
  arguments?: unknown;
}

export interface PreparedCall extends Omit<ServiceRequest, keyof OutsideCall | 'caller' | 'readFile'> {
  toolSlug: string;
  /** False if checking the arguments may take long. The check then runs outside the transaction, before sending. */
  isChecked: boolean;
  /** Idempotency key for the service. It is already among the arguments. */
  serviceKey: ServiceKey | undefined;
}

/** Refuses everything that can be refused before sending (D1): tool, access, hold, arguments. Uses no network. */
export function* prepareCall(context: OutsideContext, given: CallArguments, { onlyReading }: { onlyReading: boolean }): Op<PreparedCall> {
  const named = yield* findServiceTool(context, given.toolSlug, given.connectionId);
  const { connection, tool } = named;
  const account = yield* findAccount(context, connection);
  const wanted = { toolSlug: given.toolSlug, onlyReading, account, ...named };
  for (const { refuse } of serviceToolChecks) refuse(context, wanted);
  const { toolSlug } = given;
  const own = readArguments(given.arguments);
  const serviceKey = serviceKeyFor(context, tool, own);
  let checked = checkArguments(context.ports.services, tool, withServiceKey(own, serviceKey));
  if (isKeyRefused(checked.faults, serviceKey)) checked = checkArguments(context.ports.services, tool, own);
  const { values, faults } = checked;
  if (faults) refuseFaults(toolSlug, faults);
  const target = targetOf(context, connection, account);
  return { target, tool, toolSlug, arguments: values, isChecked: faults !== undefined, serviceKey };
}

/** Checks again that the caller sees the connection and its tool, and that the key may run it (D70). */
export function* checkCallAgain(context: ToolContext, { toolSlug }: CallArguments, connectionId: string): Op<void> {
  const { tool } = yield* findServiceTool(context, toolSlug, connectionId);
  refuseReader(context, { toolSlug, tool, onlyReading: false });
}

interface WantedTool extends NamedServiceTool {
  toolSlug: string;
  /** Account at the service for the call (D62). */
  account: ConnectionAccount | undefined;
  onlyReading: boolean;
}

/**
 * Checks between a caller and a service tool that it can see, in order. A key's access comes first, so that it learns nothing more about
 * tools it may not run (D1, D11).
 */
export const serviceToolChecks = [
  { check: 'access', refuse: refuseReader },
  { check: 'held', refuse: refuseHeld },
  { check: 'mode', refuse: refuseWrongMode },
  { check: 'paused', refuse: refusePaused },
  { check: 'account', refuse: refuseUnconnected },
] as const;

function refuseReader(
  { caller }: Pick<ToolContext, 'caller'>,
  { toolSlug, tool, onlyReading }: Pick<WantedTool, 'toolSlug' | 'tool' | 'onlyReading'>,
): void {
  if (onlyReading || allows(caller.access, effectiveMode(tool))) return;
  const held = heldToReading(caller.key, `${toolSlug} changes data at the service`, 'write');
  if (held) throw held;
  throw new GatewayError('forbidden', `${toolSlug} changes data at the service, but this key has read access; use a key with write access`);
}

function refuseHeld(_context: unknown, { toolSlug, tool: { heldFor } }: WantedTool): void {
  if (!heldFor) return;
  const what = heldFor === 'new' ? 'is new' : 'has changed since it was approved';
  throw refusal('tool_held', `${toolSlug} ${what} and is held until a person approves it under Connections`);
}

function refuseWrongMode(_context: unknown, { toolSlug, tool, onlyReading }: WantedTool): void {
  if (!onlyReading || effectiveMode(tool) === 'read') return;
  throw refusal('wrong_mode', `${toolSlug} changes data at the service; run it with execute_service_tool and a key with write access`);
}

function refusePaused(_context: unknown, { connection }: WantedTool): void {
  if (connection.status !== 'paused') return;
  throw refusal('connection_paused', `the connection to "${connection.service}" is paused; ask a manager of the connection to resume it`);
}

function refuseUnconnected(context: AsWhom, { connection, account }: WantedTool): void {
  refuseWithoutAccount(context, connection, account);
}

/** Reads an object, or an object as JSON text, which some clients send (D2). */
function readArguments(given: unknown): JsonObject {
  if (given === undefined || given === null) return {};
  const value = typeof given === 'string' ? parseArguments(given) : given;
  if (!isJsonObject(value)) {
    throw refusal('invalid_argument', 'argument "arguments" must be an object, or an object as JSON text');
  }
  return value;
}

function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch {
    throw refusal('invalid_argument', 'argument "arguments" is a string that is not JSON; give an object');
  }
  // The arguments themselves are one level.
  checkNesting(value, maxNesting - 1);
  checkValue(value, 'arguments', { refusesInexact: false });
  return value;
}

/** Sends the call and notes the time that the service took. */
export async function runCall(
  context: OutsideContext,
  { toolSlug, isChecked, serviceKey, ...prepared }: PreparedCall,
  call: OutsideCall,
): Promise<ServiceResult> {
  const { services } = context.ports;
  const { key, personId } = context.caller;
  const caller = key?.id ?? personId ?? 'operator';
  let values = prepared.arguments;
  if (!isChecked) {
    const check = (given: JsonObject) => checkArgumentsApart(services, prepared.tool, given, { caller, signal: call.signal });
    let checked = await check(values);
    if (isKeyRefused(checked.faults, serviceKey)) checked = await check(withoutServiceKey(values, serviceKey));
    refuseFaults(toolSlug, checked.faults);
    values = checked.values;
  }
  const started = performance.now();
  try {
    return await services.call({ ...prepared, arguments: values, ...call, caller, readFile: readWorkspaceFile(context) });
  } finally {
    context.call.notes.serviceMicros = Math.round((performance.now() - started) * 1000);
  }
}
