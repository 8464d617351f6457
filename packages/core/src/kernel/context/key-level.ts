import { type AccessLevel, allows } from '@gatehouse/domain';
import { GatewayError } from '../errors/errors.ts';
import type { Caller } from './context.ts';

type Level = Pick<NonNullable<Caller['key']>, 'access' | 'agentsReadOnly'>;

/** Current access of a key: while agents of its organization are read-only, each key is a read key (D85). */
export function levelOf({ access, agentsReadOnly }: Level): AccessLevel {
  return agentsReadOnly ? 'read' : access;
}

/** Error for a call that fails only because agents are read-only. Undefined for other calls. */
export function heldToReading(key: Level | null, what: string, needed: AccessLevel): GatewayError | undefined {
  if (!key?.agentsReadOnly || !allows(key.access, needed)) return undefined;
  return new GatewayError(
    'forbidden',
    `${what}, but agents of this organization are currently read-only; nothing was changed. An owner or admin can let them write again`,
    { reason: 'agents_read_only' },
  );
}
