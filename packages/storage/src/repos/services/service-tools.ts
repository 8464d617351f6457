import { and, count, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, pickColumns, setColumns } from '../../query/columns.ts';
import { type Engine, queryVariants } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import { serviceToolSearch } from './service-tool-search.ts';
import { maxToolWords, toolWords, wordValues } from './tool-words.ts';

const listedColumns = ['name', 'title', 'description', 'mode', 'markedMode', 'definitionHash', 'heldFor', 'isOff'] as const;

/** A tool of a connected service as its catalogue keeps it. */
export type ServiceTool = Tables['serviceTools']['$inferSelect'];

/** Fields by which a known tool is compared with the list of its service. */
export type KnownServiceTool = Pick<ServiceTool, 'name' | 'definitionHash' | 'removedAt'>;

/** A tool of a connection as its managers list it: without its schemas, which take most of the space. */
export type ListedServiceTool = Pick<ServiceTool, (typeof listedColumns)[number]>;

export interface ListedToolFilter {
  orgId: string;
  connectionId: string;
  /** Folded words, all required in name, title or description. Only the first eight count. */
  words: readonly string[];
  held: boolean;
}

export type ServiceToolQueries = ReturnType<typeof serviceToolQueries>;

export function serviceToolQueries(engine: Engine) {
  return { ...serviceToolReads(engine), ...newlyHeldTools(engine), ...serviceToolSearch(engine), ...serviceToolChanges(engine) };
}

function serviceToolReads(engine: Engine) {
  const { prepare } = engine;
  const { serviceTools } = engine.tables;
  const { hasWord } = toolWords(engine);
  const ofConnection = and(
    eq(serviceTools.orgId, sql.placeholder('orgId')),
    eq(serviceTools.connectionId, sql.placeholder('connectionId')),
  );
  const named = and(ofConnection, eq(serviceTools.name, sql.placeholder('name')));
  const byName = prepare('service_tool_by_name', (db) => db.select().from(serviceTools).where(named));
  const schemaByName = prepare('service_tool_schema', (db) =>
    db.select(pickColumns(serviceTools, 'inputSchema')).from(serviceTools).where(named),
  );
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
      ...Array.from({ length: words }, (_, index) => hasWord(index)),
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
        .limit(sql.placeholder('limit')),
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

  return {
    *find(orgId: string, connectionId: string, name: string): Op<ServiceTool | undefined> {
      return (yield* byName({ orgId, connectionId, name }))[0];
    },
    *inputSchema(orgId: string, connectionId: string, name: string): Op<ServiceTool['inputSchema'] | undefined> {
      return (yield* schemaByName({ orgId, connectionId, name }))[0]?.inputSchema;
    },
    /** Whole catalogue of a connection, including tools that are no longer listed. */
    *all(orgId: string, connectionId: string): Op<ServiceTool[]> {
      return yield* all({ orgId, connectionId });
    },
    /** Same without large columns. */
    *known(orgId: string, connectionId: string): Op<KnownServiceTool[]> {
      return yield* known({ orgId, connectionId });
    },
    /** Listed tools of a connection by name, at most `limit`. */
    *listed({ words, held, ...of }: ListedToolFilter, limit: number, after?: string): Op<ListedServiceTool[]> {
      const shape = `${Math.min(words.length, maxToolWords)}${held ? ' held' : ''}${after === undefined ? '' : ' after'}`;
      return yield* listed(shape)({ ...of, ...wordValues(words), limit, after });
    },
    /** Number of these tools on all pages. */
    *countListed({ words, held, ...of }: ListedToolFilter): Op<number> {
      const shape = `${Math.min(words.length, maxToolWords)}${held ? ' held' : ''}`;
      return (yield* listedCount(shape)({ ...of, ...wordValues(words) }))[0]?.count ?? 0;
    },
    /** Names of tools that are listed and not switched off. */
    *names(orgId: string, connectionId: string): Op<string[]> {
      return (yield* names({ orgId, connectionId })).map((row) => row.name);
    },
    *held(orgId: string, connectionId: string): Op<ServiceTool[]> {
      return yield* held({ orgId, connectionId });
    },
    *heldNames(orgId: string, connectionId: string): Op<string[]> {
      return (yield* heldNames({ orgId, connectionId })).map((row) => row.name);
    },
  };
}

function newlyHeldTools({ prepare, tables: { serviceTools } }: Engine) {
  const newlyHeld = prepare('service_tools_newly_held', (db) =>
    db
      .select({ connectionId: serviceTools.connectionId, changedAt: serviceTools.changedAt, tools: count() })
      .from(serviceTools)
      .where(
        and(
          eq(serviceTools.orgId, sql.placeholder('orgId')),
          isNotNull(serviceTools.heldFor),
          isNull(serviceTools.removedAt),
          gt(serviceTools.changedAt, sql.placeholder('after')),
          lte(serviceTools.changedAt, sql.placeholder('through')),
        ),
      )
      .groupBy(serviceTools.changedAt, serviceTools.connectionId)
      .orderBy(serviceTools.changedAt, serviceTools.connectionId),
  );
  return {
    /** Number of held tools of each connection that changed between two times, in order of time. */
    *newlyHeld(orgId: string, after: number, through: number): Op<{ connectionId: string; changedAt: number; tools: number }[]> {
      return yield* newlyHeld({ orgId, after, through });
    },
  };
}

function serviceToolChanges({ prepare, accessChanged, tables: { serviceTools } }: Engine) {
  const ofConnection = and(
    eq(serviceTools.orgId, sql.placeholder('orgId')),
    eq(serviceTools.connectionId, sql.placeholder('connectionId')),
  );
  const named = and(ofConnection, eq(serviceTools.name, sql.placeholder('name')));
  const remove = prepare('service_tool_delete', (db) => db.delete(serviceTools).where(named));
  const insert = prepare('service_tool_insert', (db) => db.insert(serviceTools).values(fillColumns(serviceTools)));
  const setRemoved = prepare('service_tool_set_removed', (db) =>
    db.update(serviceTools).set(setColumns(serviceTools, 'removedAt')).where(named),
  );
  const setBinding = prepare('service_tool_set_binding', (db) =>
    db.update(serviceTools).set(setColumns(serviceTools, 'binding')).where(named),
  );

  return {
    /** Adds a tool with a new name. */
    *add(tool: ServiceTool): Op<void> {
      yield* insert({ ...tool });
    },
    /** Writes a tool. Streams of keys check their lists again, because keys may list the tool directly. */
    *put(tool: ServiceTool): Op<void> {
      yield* remove({ orgId: tool.orgId, connectionId: tool.connectionId, name: tool.name });
      yield* insert({ ...tool });
      yield* accessChanged(tool.orgId);
    },
    *setRemoved(orgId: string, connectionId: string, name: string, removedAt: number | null): Op<void> {
      yield* setRemoved({ orgId, connectionId, name, removedAt });
      yield* accessChanged(orgId);
    },
    /** Changes a tool without changing its hash. */
    *setBinding(orgId: string, connectionId: string, name: string, binding: Record<string, unknown>): Op<void> {
      yield* setBinding({ orgId, connectionId, name, binding });
    },
  };
}
