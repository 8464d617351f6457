import type { AccessLevel } from '@gatehouse/domain';
import { and, count, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { fillColumns, pickColumns, setColumns } from '../columns.ts';
import { type Engine, pageLimit, queryVariants } from '../engine.ts';
import type { Op } from '../ops.ts';
import type { Tables } from '../schema.ts';
import { usableTool, type Viewer, viewerValues, visibleConnection } from '../visibility.ts';
import { standardFirst } from './connections.ts';

const summaryColumns = ['connectionId', 'name', 'title', 'description', 'mode', 'heldFor', 'inputSchema'] as const;
const listedColumns = ['name', 'title', 'description', 'mode', 'markedMode', 'definitionHash', 'heldFor', 'isOff'] as const;

/** A tool of a connected service as its catalogue keeps it. */
export type ServiceTool = Tables['serviceTools']['$inferSelect'];

export type ServiceToolSummary = Pick<ServiceTool, (typeof summaryColumns)[number]> & {
  service: string;
  /** How well it fits the words it was looked for by: the most first. */
  rank: number;
};

export interface ServiceToolPosition {
  rank: number;
  service: string;
  name: string;
}

/** By what a tool is compared with what its service lists. */
export type KnownServiceTool = Pick<ServiceTool, 'name' | 'definitionHash' | 'removedAt'>;

/** A tool of a connection as whoever manages it lists it: without its schemas, which are most of it. */
export type ListedServiceTool = Pick<ServiceTool, (typeof listedColumns)[number]>;

export interface ListedToolFilter {
  orgId: string;
  connectionId: string;
  /** Folded words, all of which must occur in name, title or description; of more than eight, the first. */
  words: readonly string[];
  held: boolean;
}

/** Words of a search that are looked for; a longer one means what it begins with. */
export const mostToolWords = 8;

export interface ServiceToolFilter {
  viewer: Viewer;
  /** Tools of this connection; without it those of each service's default connection (D34). */
  connectionId?: string | undefined;
  service?: string | undefined;
  name?: string | undefined;
  /** Folded words, of which `fewestWords` must occur in name, title or description. */
  words?: readonly string[] | undefined;
  fewestWords?: number | undefined;
  /** What each of the words weighs, and what the best tools are further known by. */
  fit?: ToolFit | undefined;
  mode?: AccessLevel | undefined;
  after?: ServiceToolPosition | undefined;
  limit: number;
}

/** By what tools that have the same words are told apart. */
export interface ToolFit {
  /** Of each word: the fewer tools have it, the more. At most 1,000. */
  weights: readonly number[];
  /** Folded verbs, one of which their names may have; at most four. */
  verbs: readonly string[];
  /** The mode that they probably have. */
  mode: AccessLevel | undefined;
  /** Tools that delete are meant; otherwise they come behind others. */
  deletes: boolean;
}

/** How many tools there are, how many of the words one of them has at most, and how many tools have each word. */
export interface WordCounts {
  tools: number;
  mostWords: number;
  tools0: number;
  tools1: number;
  tools2: number;
  tools3: number;
  tools4: number;
  tools5: number;
  tools6: number;
  tools7: number;
}

/** Verbs of names that a search may prefer. */
const mostVerbs = 4;

export type ServiceToolQueries = ReturnType<typeof serviceToolQueries>;

type Condition = 'connection' | 'standard' | 'service' | 'name' | 'mode' | 'after';

export function serviceToolQueries(engine: Engine) {
  const { prepare, tables } = engine;
  const { connections, serviceTools } = tables;
  const ofConnection = and(
    eq(serviceTools.orgId, sql.placeholder('orgId')),
    eq(serviceTools.connectionId, sql.placeholder('connectionId')),
  );
  const named = and(ofConnection, eq(serviceTools.name, sql.placeholder('name')));
  const byName = prepare('service_tool_by_name', (db) => db.select().from(serviceTools).where(named));
  const all = prepare('service_tools_of_connection', (db) => db.select().from(serviceTools).where(ofConnection).orderBy(serviceTools.name));
  const known = prepare('service_tools_known', (db) =>
    db
      .select(pickColumns(serviceTools, 'name', 'definitionHash', 'removedAt'))
      .from(serviceTools)
      .where(ofConnection),
  );
  const names = prepare('service_tool_names', (db) =>
    db
      .select({ name: serviceTools.name })
      .from(serviceTools)
      .where(and(ofConnection, isNull(serviceTools.removedAt), eq(serviceTools.isOff, false))),
  );
  const isHeld = and(ofConnection, isNotNull(serviceTools.heldFor), isNull(serviceTools.removedAt));
  const held = prepare('service_tools_held', (db) => db.select().from(serviceTools).where(isHeld).orderBy(serviceTools.name));
  const heldNames = prepare('service_tool_names_held', (db) =>
    db.select({ name: serviceTools.name }).from(serviceTools).where(isHeld).orderBy(serviceTools.name),
  );
  const isListed = (words: number, onlyHeld: boolean, isAfter: boolean) =>
    and(
      ofConnection,
      isNull(serviceTools.removedAt),
      ...Array.from({ length: words }, (_, index) => sql`${serviceTools.searchText} like ${sql.placeholder(`word${index}`)} escape '\\'`),
      onlyHeld ? isNotNull(serviceTools.heldFor) : undefined,
      isAfter ? gt(serviceTools.name, sql.placeholder('after')) : undefined,
    );
  const listed = queryVariants((shape: string) => {
    const [words, ...more] = shape.split(' ');
    return prepare(`service_tools_listed_${shape}`, (db) =>
      db
        .select(pickColumns(serviceTools, ...listedColumns))
        .from(serviceTools)
        .where(isListed(Number(words), more.includes('held'), more.includes('after')))
        .orderBy(serviceTools.name)
        .limit(pageLimit()),
    );
  });
  const listedCount = queryVariants((shape: string) => {
    const [words, ...more] = shape.split(' ');
    return prepare(`service_tools_listed_count_${shape}`, (db) =>
      db
        .select({ count: count() })
        .from(serviceTools)
        .where(isListed(Number(words), more.includes('held'), false)),
    );
  });
  const conditions: Record<Condition, () => SQL | undefined> = {
    connection: () => eq(connections.id, sql.placeholder('connectionId')),
    standard: () => sql`${connections.id} = ${standardConnection()}`,
    service: () => eq(connections.service, sql.placeholder('service')),
    name: () => eq(serviceTools.name, sql.placeholder('name')),
    mode: () => sql`(case when ${serviceTools.heldFor} is null then ${serviceTools.mode} else 'write' end) = ${sql.placeholder('mode')}`,
    after: () =>
      or(
        gt(connections.service, sql.placeholder('afterService')),
        and(eq(connections.service, sql.placeholder('afterService')), gt(serviceTools.name, sql.placeholder('afterName'))),
      ),
  };
  /** A point for each word that fits `text`. */
  const points = (text: SQL, words: number): SQL =>
    sql.join(
      Array.from(
        { length: words },
        (_, index) => sql`(case when ${text} like ${sql.placeholder(`word${index}`)} escape '\\' then 1 else 0 end)`,
      ),
      sql` + `,
    );
  const number = (name: string): SQL => sql`cast(${sql.placeholder(name)} as integer)`;
  const isLike = (text: SQL, name: string): SQL => sql`${text} like ${sql.placeholder(name)} escape '\\'`;
  const [name, title] = [sql`lower(${serviceTools.name})`, sql`lower(${serviceTools.title})`];
  const annotations = sql`cast(${serviceTools.annotations} as text)`;
  const deletes = sql`(${name} like '%delete%' or ${name} like '%remove%' or ${annotations} like '%"destructiveHint":true%' or ${annotations} like '%"destructiveHint": true%')`;
  /**
   * A word of the name says more than one of the title, and that more than one of the description. Of tools that fit alike, those come first
   * that do what a verb of the search says, then those with the shortest name: they are about the thing itself.
   */
  const rankOf = (words: number): SQL<number> => {
    const ofWord = (index: number) => {
      const fits = (text: SQL) => isLike(text, `word${index}`);
      return sql`${number(`weight${index}`)} * (case when ${fits(sql`${serviceTools.searchText}`)} then 5 else 0 end + case when ${fits(name)} then 5 else 0 end + case when ${fits(title)} then 2 else 0 end)`;
    };
    const verbs = sql.join(
      Array.from({ length: mostVerbs }, (_, index) => isLike(name, `verb${index}`)),
      sql` or `,
    );
    return sql<number>`${sql.join(
      Array.from({ length: words }, (_, index) => ofWord(index)),
      sql` + `,
    )} + case when ${verbs} then 120 else 0 end + case when ${serviceTools.mode} = ${sql.placeholder('probableMode')} then 60 else 0 end - case when ${deletes} then ${number('deletePenalty')} else 0 end - length(${serviceTools.name})`;
  };
  // drizzle types an alias by its own name; its columns are those of the table.
  const other = alias(connections, 'other') as unknown as typeof connections;
  /** The same choice as `connections.standard`, for every service at once. */
  const standardConnection = (): SQL =>
    sql`(select ${other.id} from ${connections} as other where ${visibleConnection(engine, other)} and ${other.service} = ${connections.service} order by ${standardFirst(other)} limit 1)`;
  const usable = () => and(visibleConnection(engine, connections), usableTool(engine, connections));
  const counts = queryVariants((shape: string) => {
    const [names, words] = [shape.split(' ').slice(1), Number(shape.split(' ')[0])];
    const others = names.map((name) => conditions[name as Condition]());
    const having = (index: number) =>
      index < words
        ? sql<number>`cast(coalesce(sum(case when ${isLike(sql`${serviceTools.searchText}`, `word${index}`)} then 1 else 0 end), 0) as integer)`
        : sql<number>`0`;
    return prepare(`service_tool_word_counts_${shape}`, (db) =>
      db
        .select({
          tools: count(),
          mostWords: sql<number>`coalesce(max(${points(sql`${serviceTools.searchText}`, words)}), 0)`,
          tools0: having(0),
          tools1: having(1),
          tools2: having(2),
          tools3: having(3),
          tools4: having(4),
          tools5: having(5),
          tools6: having(6),
          tools7: having(7),
        })
        .from(serviceTools)
        .innerJoin(connections, and(eq(connections.orgId, serviceTools.orgId), eq(connections.id, serviceTools.connectionId)))
        .where(and(usable(), ...others)),
    );
  });
  const page = queryVariants((shape: string) => {
    const [names, words] = [shape.split(' ').slice(1), Number(shape.split(' ')[0])];
    const rank = words === 0 ? sql<number>`0` : rankOf(words);
    const isAfter = names.includes('after');
    const ofWords =
      words === 0
        ? undefined
        : and(
            sql`(${points(sql`${serviceTools.searchText}`, words)}) >= ${sql.placeholder('fewestWords')}`,
            isAfter
              ? or(sql`${rank} < ${sql.placeholder('afterRank')}`, and(sql`${rank} = ${sql.placeholder('afterRank')}`, conditions.after()))
              : undefined,
          );
    const others = names.filter((name) => words === 0 || name !== 'after').map((name) => conditions[name as Condition]());
    return prepare(`service_tools_${shape}`, (db) =>
      db
        .select({ ...pickColumns(serviceTools, ...summaryColumns), service: connections.service, rank })
        .from(serviceTools)
        .innerJoin(connections, and(eq(connections.orgId, serviceTools.orgId), eq(connections.id, serviceTools.connectionId)))
        .where(and(usable(), ...others, ofWords))
        .orderBy(...(words === 0 ? [] : [sql`${rank} desc`]), connections.service, serviceTools.name)
        .limit(pageLimit()),
    );
  });
  const remove = prepare('service_tool_delete', (db) => db.delete(serviceTools).where(named));
  const insert = prepare('service_tool_insert', (db) => db.insert(serviceTools).values(fillColumns(serviceTools)));
  const setRemoved = prepare('service_tool_set_removed', (db) =>
    db.update(serviceTools).set(setColumns(serviceTools, 'removedAt')).where(named),
  );
  const setBinding = prepare('service_tool_set_binding', (db) =>
    db.update(serviceTools).set(setColumns(serviceTools, 'binding')).where(named),
  );

  return {
    *find(orgId: string, connectionId: string, name: string): Op<ServiceTool | undefined> {
      return (yield* byName({ orgId, connectionId, name }))[0];
    },
    /** The whole catalogue of a connection, tools that are no longer listed included. */
    *all(orgId: string, connectionId: string): Op<ServiceTool[]> {
      return yield* all({ orgId, connectionId });
    },
    /** The same without what is large. */
    *known(orgId: string, connectionId: string): Op<KnownServiceTool[]> {
      return yield* known({ orgId, connectionId });
    },
    /** The tools that it lists, by name; at most `limit`. */
    *listed({ words, held, ...of }: ListedToolFilter, limit: number, after?: string): Op<ListedServiceTool[]> {
      const shape = `${Math.min(words.length, mostToolWords)}${held ? ' held' : ''}${after === undefined ? '' : ' after'}`;
      return yield* listed(shape)({ ...of, ...wordValues(words), limit, after });
    },
    /** How many those are, on all pages. */
    *countListed({ words, held, ...of }: ListedToolFilter): Op<number> {
      const shape = `${Math.min(words.length, mostToolWords)}${held ? ' held' : ''}`;
      return (yield* listedCount(shape)({ ...of, ...wordValues(words) }))[0]?.count ?? 0;
    },
    /** Of the tools that it lists and that nobody has switched off. */
    *names(orgId: string, connectionId: string): Op<string[]> {
      return (yield* names({ orgId, connectionId })).map((row) => row.name);
    },
    *held(orgId: string, connectionId: string): Op<ServiceTool[]> {
      return yield* held({ orgId, connectionId });
    },
    *heldNames(orgId: string, connectionId: string): Op<string[]> {
      return (yield* heldNames({ orgId, connectionId })).map((row) => row.name);
    },
    /** Tools of visible connections, those that fit the words best first, then by service and name; at most `limit`. */
    *list({
      viewer,
      connectionId,
      service,
      name,
      words = [],
      fewestWords,
      fit,
      mode,
      after,
      limit,
    }: ServiceToolFilter): Op<ServiceToolSummary[]> {
      const shape = shapeOf({ connectionId, service, name, mode });
      if (after) shape.push('after');
      const looked = words.slice(0, mostToolWords);
      const fitting = { ...wordValues(words), ...fitValues(fit, looked.length) };
      const position = { afterRank: after?.rank, afterService: after?.service, afterName: after?.name };
      const values = { connectionId, service, name, mode, limit, fewestWords: fewestWords ?? looked.length, ...fitting, ...position };
      return yield* page([looked.length, ...shape].join(' '))({ ...viewerValues(viewer), ...values });
    },
    /** What is known of the words of a search among the tools that it is about. */
    *countWords({ viewer, connectionId, service, name, words = [], mode }: Omit<ServiceToolFilter, 'limit' | 'after'>): Op<WordCounts> {
      const shape = shapeOf({ connectionId, service, name, mode });
      const values = { connectionId, service, name, mode, ...wordValues(words) };
      const counted = yield* counts([Math.min(words.length, mostToolWords), ...shape].join(' '))({ ...viewerValues(viewer), ...values });
      return counted[0] as WordCounts;
    },
    /** Of a name that the connection does not have yet. */
    *add(tool: ServiceTool): Op<void> {
      yield* insert({ ...tool });
    },
    *put(tool: ServiceTool): Op<void> {
      yield* remove({ orgId: tool.orgId, connectionId: tool.connectionId, name: tool.name });
      yield* insert({ ...tool });
    },
    *setRemoved(orgId: string, connectionId: string, name: string, removedAt: number | null): Op<void> {
      yield* setRemoved({ orgId, connectionId, name, removedAt });
    },
    /** Of a tool whose hash stays what it is. */
    *setBinding(orgId: string, connectionId: string, name: string, binding: Record<string, unknown>): Op<void> {
      yield* setBinding({ orgId, connectionId, name, binding });
    },
  };
}

function shapeOf({ connectionId, service, name, mode }: Partial<ServiceToolFilter>): Condition[] {
  const shape: Condition[] = [connectionId === undefined ? 'standard' : 'connection'];
  if (service !== undefined) shape.push('service');
  if (name !== undefined) shape.push('name');
  if (mode !== undefined) shape.push('mode');
  return shape;
}

/** Less than a word of a description weighs: a tool that deletes comes behind others that fit as well. */
const deletePenalty = 40;

function fitValues(fit: ToolFit | undefined, words: number): Record<string, string | number> {
  const weights = Array.from({ length: words }, (_, index) => [`weight${index}`, fit?.weights[index] ?? 10]);
  // A pattern without a letter fits no name.
  const verbs = Array.from({ length: mostVerbs }, (_, index) => [`verb${index}`, fit?.verbs[index] ? containing(fit.verbs[index]) : '']);
  const penalty = fit?.deletes ? -deletePenalty : deletePenalty;
  return { ...Object.fromEntries([...weights, ...verbs]), probableMode: fit?.mode ?? '', deletePenalty: penalty };
}

function wordValues(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.slice(0, mostToolWords).map((word, index) => [`word${index}`, containing(word)]));
}

function containing(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
