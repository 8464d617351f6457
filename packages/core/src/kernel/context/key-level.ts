import { type AccessLevel, allows } from '@gatehouse/domain';
import { GatewayError } from '../errors/errors.ts';
import type { Caller } from './context.ts';

type Level = Pick<NonNullable<Caller['key']>, 'access' | 'agentsReadOnly'>;

/** Access that a key has at this instant: while its organization holds agents to reading, each key is a read key (D85). */
export function levelOf({ access, agentsReadOnly }: Level): AccessLevel {
  return agentsReadOnly ? 'read' : access;
}

/** Error of a call that the key could make if agents were not held to reading; undefined if it could not make it either. */
export function heldToReading(key: Level | null, what: string, needed: AccessLevel): GatewayError | undefined {
  if (!key?.agentsReadOnly || !allows(key.access, needed)) return undefined;
  return new GatewayError(
    'forbidden',
    `${what}, but agents of this organization are currently read-only; nothing was changed. An owner or admin can let them write again`,
    { reason: 'agents_read_only' },
  );
}
