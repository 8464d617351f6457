import { dayMs } from '@gatehouse/domain';
import { type Column, getTableColumns, type Table } from 'drizzle-orm';
import type { RowRules } from './row-rules.ts';

/** Earliest valid time, before the first version of Gatehouse. */
const firstTime = Date.UTC(2020, 0, 1);
/** Times chosen by people, which may be in the future or long ago. */
const chosenTimes = new Set(['expires_at', 'due_at']);
/** Times that are not named `…_at`. */
const otherTimes = new Set(['history_since', 'until', 'waits_since', 'read_through']);
/** JSON columns that are lists, with the type of their members. Other JSON columns are objects. */
const lists: Readonly<Record<string, 'text' | 'object'>> = {
  scopes: 'text',
  tags: 'text',
  transports: 'text',
  client_hosts: 'text',
  events: 'text',
  mentions: 'text',
  direct_tools: 'object',
};

/** Rules that the type of a column implies for every value: type, enumeration, JSON, truth value and time. */
export function columnRules(dialect: 'sqlite' | 'postgres', table: Table): RowRules {
  const rules: RowRules = {};
  for (const definition of Object.values(getTableColumns(table))) {
    const { name, dataType, enumValues, notNull } = definition;
    const column = `t.${name}`;
    // Check types first: the later rules rely on them.
    Object.assign(rules, typeRules(dialect, definition));
    if (enumValues?.length)
      rules[`${name} is not one of ${enumValues.join(', ')}`] = `${column} not in (${enumValues.map((value: string) => `'${value}'`)})`;
    if (dataType === 'boolean' && dialect === 'sqlite') rules[`${name} is neither true nor false`] = `${column} not in (0, 1)`;
    if (dataType === 'json') Object.assign(rules, jsonRules(dialect, name, notNull));
    if (name === 'at' || name.endsWith('_at') || otherTimes.has(name)) Object.assign(rules, timeRules(name));
  }
  return rules;
}

/** Checks types. Tables enforce them, but programs that copy rows or write to the file directly may not. */
function typeRules(dialect: 'sqlite' | 'postgres', definition: Column): RowRules {
  const { name, dataType, notNull } = definition;
  const column = `t.${name}`;
  const isMissing = `${column} is null`;
  return {
    ...(notNull && { [`${name} is missing`]: isMissing }),
    ...(dialect === 'sqlite' && {
      [`${name} has the wrong type`]: `not (${isMissing} or typeof(${column}) = '${definition.getSQLType()}')`,
    }),
    ...(dataType === 'number' && {
      [`${name} is not a safe integer`]: `${column} not between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`,
    }),
  };
}

function timeRules(name: string): RowRules {
  if (chosenTimes.has(name)) return { [`${name} is not a valid time`]: `t.${name} < 0 or t.${name} > 8640000000000000` };
  return { [`${name} is before 2020 or in the future`]: `t.${name} < ${firstTime} or t.${name} > ${Date.now() + dayMs}` };
}

/** Rules for a JSON column. Their order matters: an engine fails on the members of a value that is not a list. */
function jsonRules(dialect: 'sqlite' | 'postgres', name: string, notNull: boolean): RowRules {
  const column = `t.${name}`;
  const type = dialect === 'sqlite' ? `json_type(${column})` : `json_typeof(${column})`;
  const members = lists[name];
  const kinds = [members ? "'array'" : "'object'", ...(notNull ? [] : ["'null'"])];
  const member =
    dialect === 'sqlite'
      ? `select 1 from json_each(${column}) where type <> '${members}'`
      : `select 1 from json_array_elements(${column}) as member(value) where json_typeof(value) <> '${members === 'text' ? 'string' : members}'`;
  return {
    ...(dialect === 'sqlite' && { [`${name} is not JSON`]: `json_valid(${column}) = 0` }),
    [`${name} is ${members ? 'not a list' : 'not an object'}`]: `${type} not in (${kinds})`,
    // A missing list can also be JSON's null, which has no members to check.
    ...(members && {
      [`${name} has entries that are not ${members}`]: `case when ${type} = 'array' then exists (${member}) else false end`,
    }),
  };
}
