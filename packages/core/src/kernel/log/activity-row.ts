import type { KeyOfPerson, NewActivity } from '@gatehouse/storage';
import type { ActivityNotes, Caller, Origin } from '../context/context.ts';
import type { GatewayError } from '../errors/errors.ts';
import { traceIdOf } from './trace.ts';

export interface AnsweredCall {
  at: number;
  caller: Pick<Caller, 'orgId' | 'personId'> & { key: Pick<KeyOfPerson, 'id' | 'agentId'> | null };
  origin: Origin;
  tool: string;
  notes: Readonly<ActivityNotes>;
  requestId: string;
  durationMicros: number;
  argumentBytes: number;
  resultBytes: number;
  error?: GatewayError | undefined;
  /** True if the answer repeats that of the first call with its idempotency key (D70). */
  isReplay?: boolean | undefined;
}

/** Notes of a call without a subject. */
export const noNotes: Readonly<ActivityNotes> = {
  itemType: null,
  itemId: null,
  agentName: null,
  orgId: null,
  memberships: null,
  service: null,
  connectionId: null,
  serviceTool: null,
  serviceMicros: null,
};

/** Maximum code points (D16). */
const maxLabel = 200;

/** Builds the log's row of one answered call (D14), from names and sizes only, so that no argument value can get in. */
export function activityRow({ at, caller, origin, tool, notes, error, isReplay, ...measured }: AnsweredCall): NewActivity {
  return {
    at,
    orgId: notes.orgId ?? caller.orgId,
    personId: caller.personId,
    agentId: caller.key?.agentId ?? null,
    keyId: caller.key?.id ?? null,
    entrance: origin.entrance,
    sdkName: label(origin.sdk?.name),
    sdkVersion: label(origin.sdk?.version),
    client: label(origin.client),
    agentName: label(notes.agentName),
    tool: label(tool) ?? '',
    itemType: notes.itemType,
    itemId: notes.itemId,
    outcome: error?.code ?? 'ok',
    reason: isReplay ? 'replayed' : (error?.reason ?? null),
    status: error?.status ?? 200,
    traceId: origin.traceparent === undefined ? null : traceIdOf(origin.traceparent),
    service: notes.service,
    connectionId: notes.connectionId,
    serviceTool: notes.serviceTool,
    serviceMicros: notes.serviceMicros,
    ...measured,
  };
}

/** Makes a self-declared text short and printable. It is cut between characters, never within one (D15). */
export function label(text: string | null | undefined, longest = maxLabel): string | null {
  if (!text) return null;
  const printable = text.toWellFormed().replaceAll(/\p{C}/gu, ' ');
  if (printable.length <= longest) return printable;
  // A code point has at most two units.
  return Array.from(printable.slice(0, longest * 2))
    .slice(0, longest)
    .join('');
}
