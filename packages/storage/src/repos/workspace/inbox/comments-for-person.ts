import { idTime } from '@gatehouse/domain';
import { and, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../../kernel/ops.ts';
import { type Engine, oneOf, queryVariants, scalar } from '../../../query/engine.ts';
import { afterAllComments, type Comment, isItsItem, isOnVisible, isOpenComment, mentions } from '../comments.ts';
import {
  entriesPerLook,
  type FoundEntries,
  type InboxEntry,
  type InboxFilter,
  type InboxPosition,
  inboxValues,
  isBefore,
  isShown,
  readThroughOf,
} from './inbox-filter.ts';

/** An open comment, with the name of the item or the title of the task that it is on. */
export type CommentForPerson = Comment & InboxEntry & { subjectName: string };

/** Times from this one on are after those of all comments. */
const maxIdTime = 2 ** 49;

/** Open comments by others that mention one person, or answer a comment of theirs. */
export function commentsForPerson(engine: Engine) {
  const { prepare, dialect, tables } = engine;
  const { comments, items, tasks } = tables;
  const personId = sql.placeholder('personId');
  const inOrg = eq(comments.orgId, sql.placeholder('orgId'));
  // The index of these comments has this condition.
  const isToOthers = sql`(${comments.answerTo} is not null or ${dialect === 'sqlite' ? sql`${comments.mentions} <> '[]'` : sql`json_array_length(${comments.mentions}) > 0`})`;
  const answersPerson = sql`exists (select 1 from ${comments} as asked where asked.org_id = ${comments.orgId}
    and asked.id = ${comments.answerTo} and asked.person_id = ${personId} and asked.agent_id is null)`;
  const isByOthers = sql`not (${comments.personId} = ${personId} and ${comments.agentId} is null)`;
  const isUpTo: SQL | undefined = and(lt(comments.id, sql.placeholder('upToId')), isBefore(comments.createdAt, comments.id));
  const subjectName = scalar<string>(sql`coalesce(${items.name}, (select ${tasks.title} from ${tasks}
    where ${tasks.orgId} = ${comments.orgId} and ${tasks.id} = ${comments.subjectId}))`);
  const look = prepare('inbox_comments_look', (db) =>
    db
      .select({ at: comments.createdAt, id: comments.id })
      .from(comments)
      .where(and(inOrg, isToOthers, lt(comments.id, sql.placeholder('upToId'))))
      .orderBy(desc(comments.id))
      .limit(1)
      .offset(sql.placeholder('looked')),
  );
  const page = queryVariants((shape: 'all' | 'named') =>
    prepare(`inbox_comments_${shape}`, (db) =>
      db
        .select({
          ...getTableColumns(comments),
          subjectName,
          at: comments.createdAt,
          readThrough: readThroughOf(tables, comments.id),
        })
        .from(comments)
        .leftJoin(items, isItsItem(tables))
        .where(
          and(
            inOrg,
            isToOthers,
            shape === 'named' ? oneOf(dialect, comments.id, 'ids') : gte(comments.id, sql.placeholder('fromId')),
            isUpTo,
            or(mentions(engine, personId), answersPerson),
            isByOthers,
            isOpenComment(tables),
            isOnVisible(engine),
            isShown(tables, comments.id, comments.createdAt),
          ),
        )
        .orderBy(desc(comments.id))
        .limit(sql.placeholder('limit')),
    ),
  );

  return {
    /** Lists comments, newest first. Identifiers sort by time. */
    *commentsForPerson(filter: InboxFilter): Op<FoundEntries<CommentForPerson>> {
      const upToId = endOf(filter.before);
      const of = { orgId: filter.viewer.orgId, upToId, looked: entriesPerLook - 1 };
      const through = filter.ids ? undefined : (yield* look(of))[0];
      const rows = yield* page(filter.ids ? 'named' : 'all')({ ...inboxValues(filter, through), upToId });
      return { rows, through };
    },
  };
}

/** Smallest identifier after all comments that were created up to this time. */
function endOf({ at }: InboxPosition): string {
  return at + 1 < maxIdTime ? `comment_${idTime(at + 1)}` : afterAllComments;
}
