import { concluded, type Decision } from './decision.ts';

/** An entry of the same take-back that will have a name. */
export interface Claim {
  id: string;
  /** Undefined if it has the name now and keeps it. */
  lostAt: number | undefined;
  /** True if it is done except for this name, which it gets last. */
  isPromised: boolean;
}

/** Present holders of names, and entries of the take-back that will have them. */
export interface Names {
  /** Returns the key of a name. */
  keyOf(decision: Decision): string | undefined;
  holders: ReadonlyMap<string, string>;
  /** Key of the future name of each open entry, or undefined for none. An item that is not listed keeps its name. */
  targets: ReadonlyMap<string, string | undefined>;
  claims: ReadonlyMap<string, readonly Claim[]>;
}

/**
 * Assigns names over all entries of a take-back. A name that another entry gives up is free. If several entries lost the same name, the
 * last one to hold it gets it (D66.3). The others get the name with a number.
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

/** True if one entry lost the name before another. At the same time, the one created first counts as first. */
function isBefore(one: { id: string; lostAt: number | undefined }, other: { id: string; lostAt: number }): boolean {
  const [first, second] = [one.lostAt ?? 0, other.lostAt];
  return first === second ? idTime(one.id) < idTime(other.id) : first < second;
}

/** Creation time, which identifiers end with. */
const idTime = (id: string) => id.slice(id.indexOf('_') + 1);
