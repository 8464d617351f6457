import type { AccessLevel } from '@gatehouse/domain';
import { and, count, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { pickColumns } from '../../columns.ts';
import { type Engine, partsOf, queryVariants } from '../../engine.ts';
import type { Op } from '../../ops.ts';
import type { Tables } from '../../schema.ts';
import { usableTool, type Viewer, viewerValues, visibleConnection } from '../../visibility.ts';
import { standardFirst } from './connections.ts';
import { fitValues, maxToolWords, type ToolFit, toolFit, wordValues } from './tool-fit.ts';

const summaryColumns = ['connectionId', 'name', 'title', 'mode', 'heldFor'] as const;
/** Letters of a description that a list reads. */
const describedLetters = 1000;

export type ServiceToolSummary = Pick<Tables['serviceTools']['$inferSelect'], (typeof summaryColumns)[number]> & {
  /** Beginning of the description. */
  description: string;
  service: string;
  /** How well it fits the words it was looked for by: the most first. */
  rank: number;
};

export interface ServiceToolPosition {
  rank: number;
  service: string;
  name: string;
}

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

/** How many tools there are, how many of the words one of them has at most, and how many tools have each word. */
export interface WordCounts {
  tools: number;
  maxWords: number;
  tools0: number;
  tools1: number;
  tools2: number;
  tools3: number;
  tools4: number;
  tools5: number;
  tools6: number;
  tools7: number;
}

type Condition = 'connection' | 'standard' | 'service' | 'name' | 'mode' | 'after';

/** Looks through the tools of visible connections. */
export function serviceToolSearch(engine: Engine) {
  const { prepare, tables } = engine;
  const { connections, serviceTools } = tables;
  const conditions = searchConditions(engine);
  const { points, hasWord, rankOf } = toolFit(engine);
  const usable = () => and(visibleConnection(engine, connections), usableTool(engine, connections));
  const counts = queryVariants((shape: string) => {
    const [wordCount, ...names] = partsOf<[string, ...Condition[]]>(shape);
    const words = Number(wordCount);
    const others = names.map((name) => conditions[name]());
    const having = (index: number) =>
      index < words ? sql<number>`cast(coalesce(sum(case when ${hasWord(index)} then 1 else 0 end), 0) as integer)` : sql<number>`0`;
    return prepare(`service_tool_word_counts_${shape}`, (db) =>
      db
        .select({
          tools: count(),
          maxWords: sql<number>`coalesce(max(${points(words)}), 0)`,
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
    const [wordCount, ...names] = partsOf<[string, ...Condition[]]>(shape);
    const words = Number(wordCount);
    const rank = words === 0 ? sql<number>`0` : rankOf(words);
    const isAfter = names.includes('after');
    const description = sql<string>`substr(${serviceTools.description}, 1, ${sql.raw(String(describedLetters))})`;
    const ofWords =
      words === 0
        ? undefined
        : and(
            sql`(${points(words)}) >= ${sql.placeholder('fewestWords')}`,
            isAfter
              ? or(sql`${rank} < ${sql.placeholder('afterRank')}`, and(sql`${rank} = ${sql.placeholder('afterRank')}`, conditions.after()))
              : undefined,
          );
    const others = names.filter((name) => words === 0 || name !== 'after').map((name) => conditions[name]());
    return prepare(`service_tools_${shape}`, (db) =>
      db
        .select({ ...pickColumns(serviceTools, ...summaryColumns), description, service: connections.service, rank })
        .from(serviceTools)
        .innerJoin(connections, and(eq(connections.orgId, serviceTools.orgId), eq(connections.id, serviceTools.connectionId)))
        .where(and(usable(), ...others, ofWords))
        .orderBy(...(words === 0 ? [] : [sql`${rank} desc`]), connections.service, serviceTools.name)
        .limit(sql.placeholder('limit')),
    );
  });

  return {
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
      const looked = words.slice(0, maxToolWords);
      const fitting = { ...wordValues(words), ...fitValues(fit, looked.length) };
      const position = { afterRank: after?.rank, afterService: after?.service, afterName: after?.name };
      const values = { connectionId, service, name, mode, limit, fewestWords: fewestWords ?? looked.length, ...fitting, ...position };
      return yield* page([looked.length, ...shape].join(' '))({ ...viewerValues(viewer), ...values });
    },
    /** What is known of the words of a search among the tools that it is about. */
    *countWords({ viewer, connectionId, service, name, words = [], mode }: Omit<ServiceToolFilter, 'limit' | 'after'>): Op<WordCounts> {
      const shape = shapeOf({ connectionId, service, name, mode });
      const values = { connectionId, service, name, mode, ...wordValues(words) };
      const counted = yield* counts([Math.min(words.length, maxToolWords), ...shape].join(' '))({ ...viewerValues(viewer), ...values });
      return counted[0] as WordCounts;
    },
  };
}

/** What a search may ask of a tool. */
function searchConditions(engine: Engine): Record<Condition, () => SQL | undefined> {
  const { connections, serviceTools } = engine.tables;
  // drizzle types an alias by its own name; its columns are those of the table.
  const other = alias(connections, 'other') as unknown as typeof connections;
  /** The same choice as `connections.standard`, for every service at once. */
  const standardConnection = (): SQL =>
    sql`(select ${other.id} from ${connections} as other where ${visibleConnection(engine, other)} and ${other.service} = ${connections.service} order by ${standardFirst(other)} limit 1)`;
  return {
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
}

function shapeOf({ connectionId, service, name, mode }: Partial<ServiceToolFilter>): Condition[] {
  const shape: Condition[] = [connectionId === undefined ? 'standard' : 'connection'];
  if (service !== undefined) shape.push('service');
  if (name !== undefined) shape.push('name');
  if (mode !== undefined) shape.push('mode');
  return shape;
}
