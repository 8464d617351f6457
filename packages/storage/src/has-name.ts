import { joiners } from '@gatehouse/domain';
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Engine } from './engine.ts';

/** True of names that are the given one without their joiners (D16). Written as the indexes `items_name` and `folders_bare_name` have it. */
export function hasName(dialect: Engine['dialect'], name: SQLWrapper, bare: SQL | Placeholder): SQL {
  return sql`${withoutJoiners[dialect](name)} = ${bare}`;
}

const withoutJoiners = {
  sqlite: (name: SQLWrapper) => joiners.reduce((rest, code) => sql`replace(${rest}, ${sql.raw(`char(${code})`)}, '')`, sql`${name}`),
  postgres: (name: SQLWrapper) => sql`translate(${name}, ${sql.raw(joiners.map((code) => `chr(${code})`).join(' || '))}, '')`,
};
