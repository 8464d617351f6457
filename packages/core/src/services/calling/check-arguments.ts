import { hash } from 'node:crypto';
import { inDoubles, parseExactly } from '@gatehouse/domain';
import type { OutsideContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import type { ArgumentFault, CheckedTool, JsonObject, ServicePort, ToolDefinition } from '../../kernel/ports/service-port.ts';

/** Arguments as sent, and their faults. The faults are undefined if the check could take long. */
export interface CheckedArguments {
  values: JsonObject;
  faults: ArgumentFault[] | undefined;
}

/** Checks arguments against the tool's own schema immediately, if the check is certainly cheap. */
export function checkArguments(services: ServicePort, tool: CheckedTool, given: JsonObject): CheckedArguments {
  const faults = services.validate(tool, inDoubles(given));
  const values = withNumbersForDigits(given, faults ?? []);
  return values === given ? { values, faults } : { values, faults: services.validate(tool, inDoubles(values)) };
}

/** Checks arguments off the event loop. */
export async function checkArgumentsApart(
  services: ServicePort,
  tool: CheckedTool,
  given: JsonObject,
  call: { caller: string; signal: AbortSignal },
): Promise<{ values: JsonObject; faults: ArgumentFault[] }> {
  const faults = await services.validateApart(tool, inDoubles(given), call);
  const values = withNumbersForDigits(given, faults);
  return values === given ? { values, faults } : { values, faults: await services.validateApart(tool, inDoubles(values), call) };
}

export function refuseFaults(toolSlug: string, faults: ArgumentFault[]): void {
  if (faults.length > 0) throw refusal('invalid_service_arguments', describeFaults(toolSlug, faults));
}

const maxFaults = 10;

function describeFaults(toolSlug: string, faults: ArgumentFault[]): string {
  const shown = faults.slice(0, maxFaults).map(({ path, message }) => `arguments${path} ${message}`);
  const rest = faults.length > maxFaults ? `; and ${faults.length - maxFaults} more` : '';
  return `the arguments do not match the input schema of ${toolSlug}: ${shown.join('; ')}${rest} (list_service_tools with this toolSlug returns the schema)`;
}

const wantsInteger = /^must be (?:\w+,)*integer\b/;
const digits = /^-?(?:0|[1-9]\d*)$/;

/** Replaces strings of digits by numbers if the schema requires integers, because many programs cannot write long ones. // D2.1 */
function withNumbersForDigits(given: JsonObject, faults: readonly ArgumentFault[]): JsonObject {
  const wanted = new Set(faults.filter(({ message }) => wantsInteger.test(message)).map(({ path }) => path));
  return wanted.size > 0 ? (replaceDigits(given, '', wanted) as JsonObject) : given;
}

/** Returns the same value if nothing in it is replaced. */
function replaceDigits(value: unknown, path: string, wanted: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return wanted.has(path) && digits.test(value) ? parseExactly(value) : value;
  if (Array.isArray(value)) {
    const items = value.map((item, at) => replaceDigits(item, `${path}/${at}`, wanted));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, inner, replaceDigits(inner, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, wanted)] as const,
  );
  if (entries.every(([, inner, replaced]) => replaced === inner)) return value;
  return Object.fromEntries(entries.map(([name, , replaced]) => [name, replaced]));
}

/** An idempotency key for a service, in the argument that its operation declares for one. */
export interface ServiceKey {
  argument: string;
  value: string;
}

/**
 * Idempotency key for a service. Undefined if the caller gave none, if the operation takes none, or if the caller passes one to the service
 * itself. // D70.7
 */
export function serviceKeyFor(
  { call: { repeatable }, ports: { services } }: Pick<OutsideContext, 'ports' | 'call'>,
  tool: ToolDefinition,
  given: JsonObject,
): ServiceKey | undefined {
  const argument = repeatable && services.keyArgument(tool);
  if (!repeatable || argument === undefined || Object.hasOwn(given, argument)) return undefined;
  const { orgId, agentId, callKey, argumentsHash } = repeatable;
  return { argument, value: asUuid(hash('sha256', JSON.stringify([orgId, agentId, callKey, argumentsHash.toString('hex')]), 'hex')) };
}

export function withServiceKey(given: JsonObject, key: ServiceKey | undefined): JsonObject {
  return key ? { ...given, [key.argument]: key.value } : given;
}

export function withoutServiceKey(given: JsonObject, key: ServiceKey | undefined): JsonObject {
  if (!key) return given;
  const { [key.argument]: _key, ...others } = given;
  return others;
}

/** True if the service takes keys of another form. The call then goes without a key. */
export function isKeyRefused(faults: readonly ArgumentFault[] | undefined, key: ServiceKey | undefined): boolean {
  if (!key) return false;
  const path = `/${key.argument.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return faults?.some((fault) => fault.path === path) ?? false;
}

/** Formats a hash as a UUID of version 4: many services accept only that. */
function asUuid(hex: string): string {
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
