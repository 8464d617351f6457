import { readMoment } from '../past/read-moment.ts';
import type { Browsing } from './use-entries.ts';

/** View of a folder, as in the address. */
export interface Browsed {
  sort?: 'changed' | undefined | Browsing['sort'];
  type?: Browsing['type'] | undefined;
  /** The moment that it is shown of. */
  asOf?: number | undefined;
}

/** Same, as written into the address. */
type Written = { sort?: 'changed'; type?: NonNullable<Browsing['type']>; asOf?: number };

const types = ['doc', 'file', 'skill'] as const;

/** Reads the address and drops invalid values. */
export function readBrowsed({ sort, type, asOf }: Record<string, unknown> | Browsed): Written {
  const known = types.find((one) => one === type);
  return { ...(sort === 'changed' && { sort }), ...(known && { type: known }), ...readMoment(asOf) };
}
