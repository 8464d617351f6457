import { joiners } from '@gatehouse/domain';
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Engine } from './engine.ts';

/**
 * True for names that equal the given one without their joiners (D16). Written in the form of the indexes `items_name` and
 * `folders_bare_name`.
 */
export function hasName(dialect: Engine['dialect'], name: SQLWrapper, bare: SQL | Placeholder): SQL {
  return sql`${withoutJoiners[dialect](name)} = ${bare}`;
}

const withoutJoiners = {
  sqlite: (name: SQLWrapper) => joiners.reduce((rest, code) => sql`replace(${rest}, ${sql.raw(`char(${code})`)}, '')`, sql`${name}`),
  postgres: (name: SQLWrapper) => sql`translate(${name}, ${sql.raw(joiners.map((code) => `chr(${code})`).join(' || '))}, '')`,
};
