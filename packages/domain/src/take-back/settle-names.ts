import { concluded, type Decision } from './decision.ts';

/** An entry of the same take-back that will have a name. */
export interface Claim {
  id: string;
  /** Undefined if it has the name now and keeps it. */
  lostAt: number | undefined;
  /** It is done but for this name, which it gets last. */
  isPromised: boolean;
}

/** Who has names now, and who of the take-back will have them. */
export interface Names {
  /** Keys of names. */
  keyOf(decision: Decision): string | undefined;
  holders: ReadonlyMap<string, string>;
  /** Of entries that are open: the key of the name that each will have; undefined for none. Who is not in it keeps what it has. */
  targets: ReadonlyMap<string, string | undefined>;
  claims: ReadonlyMap<string, readonly Claim[]>;
}

/**
 * Gives names over all entries of a take-back: one that another entry gives up is free, and of several that lost the same name, the last to
 * have had it gets it (D66.3). Who does not get it is called so with a number.
 */
export function settleNames(decisions: ReadonlyMap<string, Decision>, names: Names): Map<string, Decision> {
  return new Map([...decisions].map(([id, decision]) => [id, settled(id, decision, names)]));
}

function settled(id: string, decision: Decision, { keyOf, holders, targets, claims }: Names): Decision {
  const key = decision.lostAt === undefined ? undefined : keyOf(decision);
  if (key === undefined) return decision;
  const holder = holders.get(key);
  const isGivenUp = holder === undefined || holder === id || (targets.has(holder) && targets.get(holder) !== key);
  const rivals = (claims.get(key) ?? []).filter((claim) => claim.id !== id && claim.lostAt !== undefined);
  const mine = { id, lostAt: decision.lostAt ?? 0 };
  const isFirst = rivals.every((rival) => !rival.isPromised && isBefore(rival, mine));
  if (isGivenUp && isFirst) return decision;
  return { ...concluded({ ...decision, reasons: [...decision.reasons, 'name_taken'] }), isNameTaken: true };
}

/** Whether one lost the name before another: of the same moment, what was made first. */
function isBefore(one: { id: string; lostAt: number | undefined }, other: { id: string; lostAt: number }): boolean {
  const [first, second] = [one.lostAt ?? 0, other.lostAt];
  return first === second ? idTime(one.id) < idTime(other.id) : first < second;
}

/** Identifiers end with the time when they were made. */
const idTime = (id: string) => id.slice(id.indexOf('_') + 1);
