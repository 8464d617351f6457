import type { Browsing } from './use-entries.ts';

/** What is shown of a folder, as it stands in the address. */
export interface Browsed {
  sort?: 'changed' | undefined | Browsing['sort'];
  type?: Browsing['type'] | undefined;
}

const types = ['doc', 'file', 'skill'] as const;

/** Reads the address: what is no choice is left out. */
export function readBrowsed({ sort, type }: Record<string, unknown> | Browsed): { sort?: 'changed'; type?: NonNullable<Browsing['type']> } {
  const known = types.find((one) => one === type);
  return { ...(sort === 'changed' && { sort }), ...(known && { type: known }) };
}
