import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Engine, given, placeholders } from '../engine.ts';
import type { Op } from '../ops.ts';
import type { Role } from '../vocabulary.ts';

export interface Person {
  orgId: string;
  id: string;
  email: string;
  name: string;
  role: Role;
  createdAt: number;
  removedAt: number | null;
  accountId: string | null;
}

export type PeopleQueries = ReturnType<typeof peopleQueries>;

export function peopleQueries({ prepare, accessChanged, lockName, tables: { people } }: Engine) {
  const inOrg = eq(people.orgId, sql.placeholder('orgId'));
  const byId = prepare('person_by_id', (db) =>
    db
      .select()
      .from(people)
      .where(and(inOrg, eq(people.id, sql.placeholder('id')), isNull(people.removedAt))),
  );
  const byEmail = prepare('person_by_email', (db) =>
    db
      .select()
      .from(people)
      .where(and(inOrg, eq(people.email, sql.placeholder('email')))),
  );
  const byAccount = prepare('person_by_account', (db) =>
    db
      .select()
      .from(people)
      .where(and(inOrg, eq(people.accountId, sql.placeholder('accountId')))),
  );
  const all = prepare('people_all', (db) =>
    db
      .select()
      .from(people)
      .where(and(inOrg, isNull(people.removedAt)))
      .orderBy(people.createdAt, people.id),
  );
  const insert = prepare('person_insert', (db) =>
    db.insert(people).values(placeholders('orgId', 'id', 'email', 'name', 'role', 'createdAt')),
  );
  const update = prepare('person_update', (db) =>
    db
      .update(people)
      .set({
        email: given(people.email, 'email'),
        name: given(people.name, 'name'),
        role: given(people.role, 'role'),
        removedAt: given(people.removedAt, 'removedAt'),
        accountId: given(people.accountId, 'accountId'),
      })
      .where(and(inOrg, eq(people.id, sql.placeholder('id')))),
  );

  return {
    /**
     * Until the transaction ends nobody else changes who belongs to the organization: for what is decided by who does,
     * such as whether an owner is left, or gives something to a person who must be there.
     */
    *hold(orgId: string): Op<void> {
      yield* lockName(orgId, 'people');
    },
    /** A person who belongs to the organization now. */
    *find(orgId: string, id: string): Op<Person | undefined> {
      return (yield* byId({ orgId, id }))[0];
    },
    /** Also finds people who were removed: adding them again brings them back. E-mail addresses are stored in lower case. */
    *findByEmail(orgId: string, email: string): Op<Person | undefined> {
      return (yield* byEmail({ orgId, email }))[0];
    },
    /** Who signs in with this account. */
    *findByAccount(orgId: string, accountId: string): Op<Person | undefined> {
      return (yield* byAccount({ orgId, accountId }))[0];
    },
    *list(orgId: string): Op<Person[]> {
      return yield* all({ orgId });
    },
    *create(person: Omit<Person, 'removedAt' | 'accountId'>): Op<void> {
      yield* insert({ ...person });
    },
    *update(person: Person): Op<void> {
      yield* update({ ...person });
      yield* accessChanged(person.id);
    },
  };
}
