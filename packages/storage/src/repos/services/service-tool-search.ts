import type { AccessLevel } from '@gatehouse/domain';
import { and, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { pickColumns } from '../../query/columns.ts';
import { type Engine, partsOf, queryVariants } from '../../query/engine.ts';
import { usableTool, type Viewer, viewerValues, visibleConnection } from '../../query/visibility.ts';
import type { Tables } from '../../schema/schema.ts';
import { standardFirst } from './connections.ts';
import { maxToolWords, toolWords, wordValues } from './tool-words.ts';

const summaryColumns = ['connectionId', 'name', 'title', 'mode', 'heldFor'] as const;
/** Letters of a description that a list reads. */
const describedLetters = 1000;

export type ServiceToolSummary = Pick<Tables['serviceTools']['$inferSelect'], (typeof summaryColumns)[number]> & {
  /** Beginning of the description. */
  description: string;
  service: string;
};

/** A tool that has at least one word of a search. */
export type ServiceToolCandidate = ServiceToolSummary &
  Pick<Tables['serviceTools']['$inferSelect'], 'annotations'> & {
    /** Beginning of its name, title and description, folded. */
    text: string;
  };

export interface ServiceToolPosition {
  service: string;
  name: string;
}

export interface ServiceToolFilter {
  viewer: Viewer;
  /** Tools of this connection. By default, tools of each service's default connection (D34). */
  connectionId?: string | undefined;
  service?: string | undefined;
  name?: string | undefined;
  mode?: AccessLevel | undefined;
}

type Condition = 'connection' | 'standard' | 'service' | 'name' | 'mode' | 'after';

/** Queries over the tools of visible connections. */
export function serviceToolSearch(engine: Engine) {
  const { prepare, tables } = engine;
  const { connections, serviceTools } = tables;
  const conditions = searchConditions(engine);
  const { searched, hasWord } = toolWords(engine);
  const summary = {
    ...pickColumns(serviceTools, ...summaryColumns),
    description: sql<string>`substr(${serviceTools.description}, 1, ${sql.raw(String(describedLetters))})`,
    service: connections.service,
  };
  const ofConnection = and(eq(connections.orgId, serviceTools.orgId), eq(connections.id, serviceTools.connectionId));
  const usable = (names: readonly Condition[]) =>
    and(visibleConnection(engine, connections), usableTool(engine, connections), ...names.map((name) => conditions[name]()));
  const page = queryVariants((shape: string) =>
    prepare(`service_tools_${shape}`, (db) =>
      db
        .select(summary)
        .from(serviceTools)
        .innerJoin(connections, ofConnection)
        .where(usable(partsOf<Condition[]>(shape)))
        .orderBy(connections.service, serviceTools.name)
        .limit(sql.placeholder('limit')),
    ),
  );
  const withWords = queryVariants((shape: string) => {
    const [words, ...names] = partsOf<[string, ...Condition[]]>(shape);
    const having = Array.from({ length: Number(words) }, (_, index) => hasWord(index));
    const points = sql.join(
      having.map((has) => sql`(case when ${has} then 1 else 0 end)`),
      sql` + `,
    );
    return prepare(`service_tools_with_words_${shape}`, (db) =>
      db
        .select({ ...summary, annotations: serviceTools.annotations, text: searched })
        .from(serviceTools)
        .innerJoin(connections, ofConnection)
        .where(and(usable(names), or(...having)))
        .orderBy(desc(points), connections.service, serviceTools.name)
        .limit(sql.placeholder('limit')),
    );
  });

  return {
    /** Tools of visible connections by service and name, at most `limit`. */
    *list({
      viewer,
      after,
      limit,
      ...filter
    }: ServiceToolFilter & { after?: ServiceToolPosition | undefined; limit: number }): Op<ServiceToolSummary[]> {
      const values = { ...filter, afterService: after?.service, afterName: after?.name, limit };
      return yield* page([...shapeOf(filter), ...(after ? ['after'] : [])].join(' '))({ ...viewerValues(viewer), ...values });
    },
    /** Tools of visible connections that contain at least one of these folded parts of words, best matches first. At most `limit`. */
    *withWords({ viewer, ...filter }: ServiceToolFilter, words: readonly string[], limit: number): Op<ServiceToolCandidate[]> {
      const shape = [Math.min(words.length, maxToolWords), ...shapeOf(filter)].join(' ');
      return yield* withWords(shape)({ ...viewerValues(viewer), ...filter, ...wordValues(words), limit });
    },
  };
}

/** Conditions that a search can set. */
function searchConditions(engine: Engine): Record<Condition, () => SQL | undefined> {
  const { connections, serviceTools } = engine.tables;
  // drizzle types an alias by its own name; its columns are those of the table.
  const other = alias(connections, 'other') as unknown as typeof connections;
  /** Same choice as `connections.standard`, for all services in one query. */
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
