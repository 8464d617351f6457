import { and, count, desc, eq, getTableColumns, gt, gte, isNull, lt, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, setColumns } from '../../query/columns.ts';
import { type Engine, partsOf, queryVariants } from '../../query/engine.ts';
import { type Viewer, viewerValues, visibleItem } from '../../query/visibility.ts';
import type { Tables } from '../../schema/schema.ts';
import type { ItemUse } from '../identity/organizations.ts';

/** A comment on an item or a task (D74). */
export type Comment = Tables['comments']['$inferSelect'];

export interface CommentFilter {
  orgId: string;
  subjectId: string;
  /** True leaves out resolved comments and their answers. */
  open: boolean;
  /** Only comments after this one. */
  afterId?: string | undefined;
  limit: number;
}

/** Filter for comments that an agent or a person wrote, that answer or mention them, or that are on an item they changed last. */
export interface OwnCommentFilter {
  viewer: Viewer;
  of: { kind: 'agent' | 'person'; id: string };
  open: boolean;
  /** Only comments before this one. */
  beforeId: string;
  limit: number;
}

export type CommentQueries = ReturnType<typeof commentQueries>;

/** Maximum comments that one query for a caller's own comments scans. Without it, a query could scan the whole organization. */
export const commentsPerLook = 2000;

/** Identifier that sorts after every comment. */
export const afterAllComments = 'comment_~';

export function commentQueries(engine: Engine) {
  return { ...commentReads(engine), ...commentLists(engine), ...ownComments(engine), ...commentChanges(engine) };
}

function commentReads({ prepare, lockRow, lockName, tables: { comments } }: Engine) {
  const inOrg = eq(comments.orgId, sql.placeholder('orgId'));
  const ofSubject = and(inOrg, eq(comments.subjectId, sql.placeholder('subjectId')));
  const byId = prepare('comment_by_id', (db) =>
    db
      .select()
      .from(comments)
      .where(and(inOrg, eq(comments.id, sql.placeholder('id')))),
  );
  const ofRequest = prepare('comment_of_request', (db) =>
    db
      .select({ id: comments.id })
      .from(comments)
      .where(and(ofSubject, eq(comments.requestId, sql.placeholder('requestId'))))
      .orderBy(comments.id)
      .limit(1),
  );
  const number = prepare('comments_count', (db) => db.select({ count: count() }).from(comments).where(ofSubject));
  const mentioning = prepare('comments_mentioning', (db) =>
    db
      .select({ mentions: comments.mentions })
      .from(comments)
      .where(and(inOrg, eq(comments.agentId, sql.placeholder('agentId')), gte(comments.createdAt, sql.placeholder('since')))),
  );

  const use = prepare('comments_use', (db) => {
    const some = db
      .select({ body: comments.body, quote: comments.quote })
      .from(comments)
      .where(inOrg)
      .orderBy(desc(comments.id))
      .limit(sql.placeholder('limit'))
      .as('some');
    const size = sql`octet_length(${some.body}) + coalesce(octet_length(${some.quote}), 0)`;
    return db.select({ items: sql<number>`count(*)`, bytes: sql<number>`cast(coalesce(sum(${size}), 0) as bigint)` }).from(some);
  });

  return {
    *find(orgId: string, id: string): Op<Comment | undefined> {
      return (yield* byId({ orgId, id }))[0];
    },
    /** Returns the identifier of the comment that a call added. Undefined if it was deleted. */
    *ofRequest(orgId: string, subjectId: string, requestId: string): Op<string | undefined> {
      return (yield* ofRequest({ orgId, subjectId, requestId }))[0]?.id;
    },
    /** Locks an item or a task. Until the transaction ends, its comments stay the same and it is not purged. */
    *holdSubject(orgId: string, subjectId: string): Op<void> {
      yield* lockRow(subjectId.startsWith('task_') ? 'tasks' : 'items', orgId, subjectId);
    },
    /** Returns the number and bytes of an organization's comments, quotes included. Counts at most `most` comments. */
    *use(orgId: string, most: number): Op<ItemUse> {
      const [used] = yield* use({ orgId, limit: most });
      return { items: Number(used?.items ?? 0), bytes: Number(used?.bytes ?? 0) };
    },
    *count(orgId: string, subjectId: string): Op<number> {
      return (yield* number({ orgId, subjectId }))[0]?.count ?? 0;
    },
    /** Counts an agent's mentions since a given time. Locks them, so that its concurrent calls with mentions wait for this transaction. */
    *mentionsSince(orgId: string, agentId: string, since: number): Op<number> {
      yield* lockName(orgId, 'mentions', agentId);
      return (yield* mentioning({ orgId, agentId, since })).reduce((sum, { mentions }) => sum + mentions.length, 0);
    },
  };
}

/** Matches open comments. An answer is open while the comment that it answers is. */
export function isOpenComment({ comments }: Tables): SQL {
  return sql`not exists (select 1 from ${comments} as asked where asked.org_id = ${comments.orgId}
    and asked.id = coalesce(${comments.answerTo}, ${comments.id}) and asked.resolved_at is not null)`;
}

/** Joins the item that a comment is on, if it is not on a task. */
export function isItsItem({ comments, items }: Tables) {
  return and(eq(items.orgId, comments.orgId), eq(items.id, comments.subjectId));
}

/** Matches comments on items that the viewer sees, and on tasks, which everyone sees. The query must join the items. */
export function isOnVisible({ dialect, tables }: Engine) {
  const { comments, tasks } = tables;
  const isTask = sql`exists (select 1 from ${tasks} where ${tasks.orgId} = ${comments.orgId} and ${tasks.id} = ${comments.subjectId})`;
  return or(sql`(${visibleItem({ dialect, tables })})`, isTask);
}

/** Matches comments that mention a person or an agent. */
export function mentions({ dialect, tables: { comments } }: Engine, id: Placeholder): SQL {
  return dialect === 'sqlite'
    ? sql`exists (select 1 from json_each(${comments.mentions}) where value = ${id})`
    : sql`exists (select 1 from json_array_elements_text(${comments.mentions}) as mentioned where mentioned = ${id})`;
}

function commentLists(engine: Engine) {
  const { prepare, tables } = engine;
  const { comments, items } = tables;
  const inOrg = eq(comments.orgId, sql.placeholder('orgId'));
  const ofSubject = and(inOrg, eq(comments.subjectId, sql.placeholder('subjectId')));
  const isBefore = lt(comments.id, sql.placeholder('beforeId'));
  const page = queryVariants((shape: string) =>
    prepare(`comments_page_${shape}`, (db) =>
      db
        .select()
        .from(comments)
        .where(
          and(
            ofSubject,
            shape.includes('open') ? isOpenComment(tables) : undefined,
            shape.includes('after') ? gt(comments.id, sql.placeholder('afterId')) : undefined,
          ),
        )
        .orderBy(comments.id)
        .limit(sql.placeholder('limit')),
    ),
  );
  const newestOfSubject = prepare('comments_newest_of_subject', (db) =>
    db.select().from(comments).where(and(ofSubject, isBefore)).orderBy(desc(comments.id)).limit(sql.placeholder('limit')),
  );
  const newest = prepare('comments_newest', (db) =>
    db
      .select()
      .from(comments)
      .where(and(inOrg, isBefore, gte(comments.id, sql.placeholder('sinceId'))))
      .orderBy(desc(comments.id))
      .limit(sql.placeholder('limit')),
  );
  const inOrder = prepare('comments_in_order', (db) =>
    db
      .select(getTableColumns(comments))
      .from(comments)
      .leftJoin(items, isItsItem(tables))
      .where(and(inOrg, gt(comments.id, sql.placeholder('afterId')), isOnVisible(engine)))
      .orderBy(comments.id)
      .limit(sql.placeholder('limit')),
  );

  return {
    /** Lists the comments on one subject, oldest first. */
    *list({ open, afterId, ...of }: CommentFilter): Op<Comment[]> {
      return yield* page(`${open ? 'open' : 'all'}${afterId === undefined ? '' : ' after'}`)({ ...of, afterId });
    },
    /** Lists the comments on one subject that are older than a comment, newest first. */
    *newestOf(orgId: string, subjectId: string, limit: number, beforeId: string): Op<Comment[]> {
      return yield* newestOfSubject({ orgId, subjectId, limit, beforeId });
    },
    /** Lists all comments of an organization between two identifiers, newest first, `sinceId` included. */
    *newest(orgId: string, sinceId: string, limit: number, beforeId: string): Op<Comment[]> {
      return yield* newest({ orgId, sinceId, limit, beforeId });
    },
    /** Lists all comments that the viewer sees, oldest first. */
    *inOrder(viewer: Viewer, afterId: string, limit: number): Op<Comment[]> {
      return yield* inOrder({ ...viewerValues(viewer), afterId, limit });
    },
  };
}

function ownComments(engine: Engine) {
  const { prepare, tables } = engine;
  const { comments, items } = tables;
  const inOrg = eq(comments.orgId, sql.placeholder('orgId'));
  const isBefore = lt(comments.id, sql.placeholder('beforeId'));
  const me = sql.placeholder('me');
  // Leave out what a person's agents wrote and changed: it belongs to the agents.
  const isByMe = {
    agent: eq(comments.agentId, me),
    person: and(eq(comments.personId, me), isNull(comments.agentId)),
  };
  const isChangedByMe = { agent: eq(items.changedByAgent, me), person: and(eq(items.changedBy, me), isNull(items.changedByAgent)) };
  const isAskedByMe = { agent: sql`asked.agent_id = ${me}`, person: sql`asked.person_id = ${me} and asked.agent_id is null` };
  const own = queryVariants((shape: string) => {
    const [kind, ...more] = partsOf<['agent' | 'person', ...string[]]>(shape);
    const answersMe = sql`exists (select 1 from ${comments} as asked where asked.org_id = ${comments.orgId}
      and asked.id = ${comments.answerTo} and ${isAskedByMe[kind]})`;
    return prepare(`comments_own_${shape}`, (db) =>
      db
        .select(getTableColumns(comments))
        .from(comments)
        .leftJoin(items, isItsItem(tables))
        .where(
          and(
            inOrg,
            isBefore,
            gte(comments.id, sql.placeholder('fromId')),
            or(isByMe[kind], isChangedByMe[kind], mentions(engine, me), answersMe),
            isOnVisible(engine),
            more.includes('open') ? isOpenComment(tables) : undefined,
          ),
        )
        .orderBy(desc(comments.id))
        .limit(sql.placeholder('limit')),
    );
  });
  const last = prepare('comments_looked_at', (db) =>
    db
      .select({ id: comments.id })
      .from(comments)
      .where(and(inOrg, isBefore))
      .orderBy(desc(comments.id))
      .limit(1)
      .offset(sql.placeholder('looked')),
  );

  return {
    /**
     * Finds own comments among the next `commentsPerLook` of the organization, newest first. `through` is the last one scanned, undefined
     * at the end.
     */
    *own({ viewer, of, open, beforeId, limit }: OwnCommentFilter): Op<{ rows: Comment[]; through: string | undefined }> {
      const through = (yield* last({ orgId: viewer.orgId, beforeId, looked: commentsPerLook - 1 }))[0]?.id;
      const values = { ...viewerValues(viewer), me: of.id, beforeId, fromId: through ?? '', limit };
      return { rows: yield* own(`${of.kind}${open ? ' open' : ''}`)(values), through };
    },
  };
}

function commentChanges({ prepare, tables: { comments, inboxReads } }: Engine) {
  const inOrg = eq(comments.orgId, sql.placeholder('orgId'));
  const isThis = and(inOrg, eq(comments.id, sql.placeholder('id')));
  const insert = prepare('comment_insert', (db) => db.insert(comments).values(fillColumns(comments)));
  const edit = prepare('comment_edit', (db) =>
    db
      .update(comments)
      .set(setColumns(comments, 'body', 'mentions', 'editedAt', 'resolvedAt', 'resolvedBy', 'resolvedByAgent'))
      .where(isThis),
  );
  const isInThread = and(
    inOrg,
    eq(comments.subjectId, sql.placeholder('subjectId')),
    or(eq(comments.id, sql.placeholder('id')), eq(comments.answerTo, sql.placeholder('id'))),
  );
  const remove = prepare('comment_delete', (db) => db.delete(comments).where(isInThread));
  const removeReads = prepare('comment_delete_reads', (db) =>
    db
      .delete(inboxReads)
      .where(
        and(
          eq(inboxReads.orgId, sql.placeholder('orgId')),
          sql`${inboxReads.subjectId} in (select ${comments.id} from ${comments} where ${isInThread})`,
        ),
      ),
  );

  return {
    *create(comment: Comment): Op<void> {
      yield* insert({ ...comment });
    },
    /** Saves the text, mentions and resolution of a comment. */
    *update(comment: Comment): Op<void> {
      yield* edit({ ...comment });
    },
    /** Removes a comment with its answers. */
    *remove({ orgId, subjectId, id }: Comment): Op<void> {
      yield* removeReads({ orgId, subjectId, id });
      yield* remove({ orgId, subjectId, id });
    },
  };
}
