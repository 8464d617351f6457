import type { Account, Connection, Link, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { signInOf } from '../../kernel/ports/access-config.ts';

/** Maximum connections named. Others end together with them. */
const maxNamed = 100;

export const endedAccessShape = z.object({
  name: z.string().describe('name of the connection'),
  organization: z.string(),
  ends: z.enum(['credentials', 'account']),
});

interface Held {
  connection: Connection;
  organization: string;
  /**
   * Owner of the account at the service: the person, or '' if nobody else uses the connection. Undefined for credentials of the connection.
   */
  holder: string | undefined;
}

/**
 * True if anyone except the owner of the account's mailbox has seen the link. A link that was only mailed names its address. The person who
 * opens a shown link takes over the account, and must not get its access to services too (D43).
 */
export function wasShown({ email }: Pick<Link, 'email'>): boolean {
  return email === null;
}

/** Lists the access that a reset by a shown link ends, so that the page can warn before it. */
export function* accessThatEnds(context: ToolContext, accountId: string): Op<z.input<typeof endedAccessShape>[]> {
  const held = yield* accessOfAccount(context, accountId);
  return held.slice(0, maxNamed).map(({ connection, organization, holder }) => ({
    name: connection.name,
    organization,
    ends: holder === undefined ? 'credentials' : 'account',
  }));
}

/** Deletes the credentials of the account's private connections, and disconnects its accounts at services, in every process. */
export function* endServiceAccess(context: ToolContext, { id: accountId }: Account): Op<void> {
  const { store, gateway } = context;
  for (const { connection, holder } of yield* accessOfAccount(context, accountId)) {
    const { orgId, id } = connection;
    yield* store.connections.findForChange(orgId, id);
    if (holder !== undefined) yield* store.connectionAccounts.remove(orgId, id, holder);
    else for (const { field } of yield* store.connections.secrets(orgId, id)) yield* store.connections.removeSecret(orgId, id, field);
    // Pooled clients still hold the deleted credentials.
    yield* store.connections.noteTested(orgId, id);
    gateway.services.forget(id);
  }
  for (const { orgId, personId } of yield* store.accounts.memberships(accountId))
    yield* store.connectionAuthorizations.removeOfPerson(orgId, personId);
}

/** Access of an account to services. A client secret for sign-in stays: it opens nothing without an account. */
function* accessOfAccount({ store, now }: ToolContext, accountId: string): Op<Held[]> {
  const held: Held[] = [];
  for (const { orgId, orgName: organization, personId } of yield* store.accounts.memberships(accountId)) {
    const viewer = { orgId, personId, seesAll: false, limits: null, at: now };
    const own = new Set(yield* store.connections.privateOf(orgId, personId));
    const accounts = (yield* store.connectionAccounts.usedBy(orgId, personId)).filter(
      (account) => account.personId === personId || own.has(account.connectionId),
    );
    for (const { connectionId, personId: holder } of accounts) {
      const connection = yield* store.connections.visible(viewer, connectionId);
      if (connection) held.push({ connection, organization, holder });
    }
    for (const id of own) {
      const connection = yield* store.connections.visible(viewer, id);
      if (!connection || signInOf(connection.config)) continue;
      if ((yield* store.connections.secrets(orgId, id)).length > 0) held.push({ connection, organization, holder: undefined });
    }
  }
  return held;
}
