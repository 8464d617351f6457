import { and, eq, gt, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, pickColumns, setColumns } from '../../query/columns.ts';
import { type Engine, given, oneOf, queryVariants, scalar } from '../../query/engine.ts';
import { hasName } from '../../query/has-name.ts';
import { isMember } from '../../query/visibility.ts';
import type { Tables } from '../../schema/schema.ts';

/** A group of people to share folders and connections with (D77). */
export type Group = Tables['personGroups']['$inferSelect'];

/** A group with the number of its people. `isMember` is 1 if the caller is in it. */
export type ListedGroup = Group & { peopleCount: number; isMember: number };

/** A person in a group. */
export interface GroupMember {
  personId: string;
  name: string;
  email: string;
  expiresAt: number | null;
}

/** A group that a person is in, with the end of their access. */
export interface OwnGroup {
  groupId: string;
  name: string;
  expiresAt: number | null;
}

export type GroupQueries = ReturnType<typeof groupQueries>;

export function groupQueries(engine: Engine) {
  return { ...groupReads(engine), ...groupLists(engine), ...groupChanges(engine), ...memberChanges(engine) };
}

function groupReads({ prepare, lockName, dialect, tables: { personGroups } }: Engine) {
  const inOrg = eq(personGroups.orgId, sql.placeholder('orgId'));
  const byId = prepare('group_by_id', (db) =>
    db
      .select()
      .from(personGroups)
      .where(and(inOrg, eq(personGroups.id, sql.placeholder('id')))),
  );
  const byName = prepare('group_by_name', (db) =>
    db
      .select()
      .from(personGroups)
      .where(and(inOrg, hasName(dialect, personGroups.name, sql.placeholder('name')), ne(personGroups.id, sql.placeholder('besides'))))
      .limit(1),
  );
  const byClaim = prepare('group_by_claim', (db) =>
    db
      .select()
      .from(personGroups)
      .where(and(inOrg, eq(personGroups.claimValue, sql.placeholder('claimValue')))),
  );
  const linked = prepare('groups_linked', (db) =>
    db
      .select()
      .from(personGroups)
      .where(and(inOrg, isNotNull(personGroups.claimValue)))
      .orderBy(personGroups.id),
  );
  const several = prepare('groups_several', (db) =>
    db
      .select()
      .from(personGroups)
      .where(and(inOrg, oneOf(dialect, personGroups.id, 'ids')))
      .orderBy(personGroups.name, personGroups.id),
  );

  return {
    *find(orgId: string, id: string): Op<Group | undefined> {
      return (yield* byId({ orgId, id }))[0];
    },
    /** Finds groups by identifier, sorted by name. */
    *several(orgId: string, ids: readonly string[]): Op<Group[]> {
      return ids.length === 0 ? [] : yield* several({ orgId, ids: JSON.stringify(ids) });
    },
    /** Finds a group by name, ignoring joiners (D16) and the group `besides`, which is being renamed. */
    *byName(orgId: string, bareName: string, besides = ''): Op<Group | undefined> {
      yield* lockName(orgId, 'group', bareName);
      return (yield* byName({ orgId, name: bareName, besides }))[0];
    },
    *byClaim(orgId: string, claimValue: string): Op<Group | undefined> {
      return (yield* byClaim({ orgId, claimValue }))[0];
    },
    /** Lists the linked groups. */
    *linked(orgId: string): Op<Group[]> {
      return yield* linked({ orgId });
    },
  };
}

/** Queries that list groups and their people. */
function groupLists({ prepare, tables: { personGroups, groupMembers, people } }: Engine) {
  const inOrg = eq(personGroups.orgId, sql.placeholder('orgId'));
  const isNow = isMember(groupMembers, 'at');
  const inGroup = sql`${groupMembers.orgId} = ${personGroups.orgId} and ${groupMembers.groupId} = ${personGroups.id} and ${isNow}`;
  const page = queryVariants((shape: 'first' | 'next') =>
    prepare(`groups_${shape}`, (db) =>
      db
        .select({
          ...pickColumns(personGroups, 'orgId', 'id', 'name', 'claimValue', 'createdAt'),
          // Count a column without an index: otherwise SQLite scans an index of everyone in the organization for each group.
          peopleCount: scalar<number>(sql`(select count(${groupMembers.createdAt}) from ${groupMembers} where ${inGroup})`),
          isMember: scalar<number>(
            sql`(select count(*) from ${groupMembers} where ${inGroup} and ${groupMembers.personId} = ${sql.placeholder('personId')})`,
          ),
        })
        .from(personGroups)
        .where(and(inOrg, shape === 'next' ? afterPosition() : undefined))
        .orderBy(personGroups.name, personGroups.id)
        .limit(sql.placeholder('limit')),
    ),
  );
  const afterPosition = (): SQL | undefined =>
    or(
      gt(personGroups.name, sql.placeholder('afterName')),
      and(eq(personGroups.name, sql.placeholder('afterName')), gt(personGroups.id, sql.placeholder('afterId'))),
    );
  const count = prepare('groups_count', (db) => db.select({ count: sql<number>`count(*)` }).from(personGroups).where(inOrg));
  const ofGroup = and(eq(groupMembers.orgId, sql.placeholder('orgId')), eq(groupMembers.groupId, sql.placeholder('id')));
  const members = queryVariants((shape: 'first' | 'next') =>
    prepare(`group_members_${shape}`, (db) =>
      db
        .select({ ...pickColumns(groupMembers, 'personId', 'expiresAt'), ...pickColumns(people, 'name', 'email') })
        .from(groupMembers)
        .innerJoin(people, and(eq(people.orgId, groupMembers.orgId), eq(people.id, groupMembers.personId)))
        .where(and(ofGroup, isNow, shape === 'next' ? gt(groupMembers.personId, sql.placeholder('afterId')) : undefined))
        .orderBy(groupMembers.personId)
        .limit(sql.placeholder('limit')),
    ),
  );
  const allMembers = prepare('group_all_members', (db) =>
    db.select({ personId: groupMembers.personId }).from(groupMembers).where(and(ofGroup, isNow)),
  );
  const ofPerson = prepare('groups_of_person', (db) =>
    db
      .select({ ...pickColumns(groupMembers, 'groupId', 'expiresAt'), name: personGroups.name })
      .from(groupMembers)
      .innerJoin(personGroups, and(eq(personGroups.orgId, groupMembers.orgId), eq(personGroups.id, groupMembers.groupId)))
      .where(and(eq(groupMembers.orgId, sql.placeholder('orgId')), eq(groupMembers.personId, sql.placeholder('personId')), isNow))
      .orderBy(personGroups.name, groupMembers.groupId),
  );

  return {
    /** Lists groups by name, with the number of their people at a given time. At most `limit`. */
    *list(
      { orgId, personId, at }: { orgId: string; personId: string; at: number },
      limit: number,
      after?: { name: string; id: string },
    ): Op<ListedGroup[]> {
      const values = { orgId, personId, at, limit, afterName: after?.name, afterId: after?.id };
      return yield* page(after ? 'next' : 'first')(values);
    },
    *count(orgId: string): Op<number> {
      return (yield* count({ orgId }))[0]?.count ?? 0;
    },
    /** Lists the people in a group at a given time, in the order in which they joined the organization. At most `limit`. */
    *members({ orgId, id }: Pick<Group, 'orgId' | 'id'>, at: number, limit: number, afterId?: string): Op<GroupMember[]> {
      return yield* members(afterId === undefined ? 'first' : 'next')({ orgId, id, at, limit, afterId });
    },
    /** Returns the identifiers of the people in a group at a given time. */
    *peopleOf(orgId: string, id: string, at: number): Op<string[]> {
      return (yield* allMembers({ orgId, id, at })).map(({ personId }) => personId);
    },
    /** Lists the groups that a person is in at a given time, by name. */
    *ofPerson(orgId: string, personId: string, at: number): Op<OwnGroup[]> {
      return yield* ofPerson({ orgId, personId, at });
    },
  };
}

function groupChanges({ prepare, accessChanged, tables: { personGroups, groupMembers, connectionShares } }: Engine) {
  const isThis = and(eq(personGroups.orgId, sql.placeholder('orgId')), eq(personGroups.id, sql.placeholder('id')));
  const insert = prepare('group_insert', (db) => db.insert(personGroups).values(fillColumns(personGroups)));
  const rename = prepare('group_rename', (db) => db.update(personGroups).set(setColumns(personGroups, 'name')).where(isThis));
  const link = prepare('group_link', (db) => db.update(personGroups).set(setColumns(personGroups, 'claimValue')).where(isThis));
  const remove = prepare('group_delete', (db) => db.delete(personGroups).where(isThis));
  const removeMembers = prepare('group_delete_members', (db) =>
    db
      .delete(groupMembers)
      .where(and(eq(groupMembers.orgId, sql.placeholder('orgId')), eq(groupMembers.groupId, sql.placeholder('id'))))
      .returning({ personId: groupMembers.personId }),
  );
  const removeShares = prepare('group_delete_connection_shares', (db) =>
    db
      .delete(connectionShares)
      .where(and(eq(connectionShares.orgId, sql.placeholder('orgId')), eq(connectionShares.groupId, sql.placeholder('id')))),
  );
  const keepMembers = prepare('group_keep_members', (db) =>
    db
      .update(groupMembers)
      .set({ expiresAt: null })
      .where(and(eq(groupMembers.orgId, sql.placeholder('orgId')), eq(groupMembers.groupId, sql.placeholder('id')))),
  );
  const removeExpired = prepare('group_delete_expired_members', (db) =>
    db
      .delete(groupMembers)
      .where(
        and(
          eq(groupMembers.orgId, sql.placeholder('orgId')),
          eq(groupMembers.groupId, sql.placeholder('id')),
          sql`not ${isMember(groupMembers, 'at')}`,
        ),
      ),
  );

  function* empty({ orgId, id }: Pick<Group, 'orgId' | 'id'>): Op<void> {
    for (const { personId } of yield* removeMembers({ orgId, id })) yield* accessChanged(personId);
    yield* accessChanged(orgId);
  }

  return {
    *create(group: Group): Op<void> {
      yield* insert({ ...group });
    },
    *rename({ orgId, id }: Pick<Group, 'orgId' | 'id'>, name: string): Op<void> {
      yield* rename({ orgId, id, name });
    },
    /** Links a group to a claim value and removes all its people. They rejoin at their next company sign-in. */
    *link({ orgId, id }: Pick<Group, 'orgId' | 'id'>, claimValue: string): Op<void> {
      yield* link({ orgId, id, claimValue });
      yield* empty({ orgId, id });
    },
    /** Unlinks a group. People whose access has not ended stay in it. */
    *unlink({ orgId, id }: Pick<Group, 'orgId' | 'id'>, at: number): Op<void> {
      yield* link({ orgId, id, claimValue: null });
      yield* removeExpired({ orgId, id, at });
      yield* keepMembers({ orgId, id });
    },
    /** Removes a group with its people and its shares of connections. The caller has ended its shares of folders. */
    *remove({ orgId, id }: Pick<Group, 'orgId' | 'id'>): Op<void> {
      yield* removeShares({ orgId, id });
      yield* empty({ orgId, id });
      yield* remove({ orgId, id });
    },
  };
}

function memberChanges({ prepare, accessChanged, dialect, tables: { groupMembers } }: Engine) {
  const isThis = and(
    eq(groupMembers.orgId, sql.placeholder('orgId')),
    eq(groupMembers.groupId, sql.placeholder('groupId')),
    eq(groupMembers.personId, sql.placeholder('personId')),
  );
  const add = prepare('group_member_add', (db) =>
    db
      .insert(groupMembers)
      .values(fillColumns(groupMembers))
      .onConflictDoUpdate({
        target: [groupMembers.orgId, groupMembers.groupId, groupMembers.personId],
        set: { expiresAt: given(groupMembers.expiresAt, 'expiresAt') },
      }),
  );
  const remove = prepare('group_member_remove', (db) =>
    db.delete(groupMembers).where(isThis).returning({ personId: groupMembers.personId }),
  );
  const ofPerson = and(eq(groupMembers.orgId, sql.placeholder('orgId')), eq(groupMembers.personId, sql.placeholder('personId')));
  const removeAll = prepare('group_member_remove_all', (db) => db.delete(groupMembers).where(ofPerson));
  // Only memberships of linked groups have an end.
  const removeLinked = prepare('group_member_remove_linked', (db) =>
    db
      .delete(groupMembers)
      .where(and(ofPerson, isNotNull(groupMembers.expiresAt), sql`not (${oneOf(dialect, groupMembers.groupId, 'kept')})`)),
  );

  return {
    /** Adds a person to a group. `expiresAt` is set for linked groups, and replaces an earlier one. */
    *add(member: Tables['groupMembers']['$inferSelect']): Op<void> {
      yield* add({ ...member });
      yield* accessChanged(member.personId);
    },
    /** Removes a person from a group. False if they were not in it. */
    *removeMember({ orgId, id: groupId }: Pick<Group, 'orgId' | 'id'>, personId: string): Op<boolean> {
      const removed = yield* remove({ orgId, groupId, personId });
      if (removed.length > 0) yield* accessChanged(personId);
      return removed.length > 0;
    },
    /** Removes a person from all groups, because they leave the organization. */
    *removePerson(orgId: string, personId: string): Op<void> {
      yield* removeAll({ orgId, personId });
      yield* accessChanged(personId);
    },
    /** Removes a person from all linked groups except `kept`. */
    *leaveLinked(orgId: string, personId: string, kept: readonly string[]): Op<void> {
      yield* removeLinked({ orgId, personId, kept: JSON.stringify(kept) });
      yield* accessChanged(personId);
    },
  };
}
