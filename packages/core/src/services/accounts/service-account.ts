import type { Connection, ConnectionAccount, Op } from '@gatehouse/storage';
import type { Caller, Settings, ToolContext } from '../../kernel/context/context.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { signInOf } from '../../kernel/ports/access-config.ts';

/** Page where people connect their account at a service and see its state. */
export function accountPage({ gateway }: Pick<AsWhom, 'gateway'>, { id }: Pick<Connection, 'id'>): string {
  return `${gateway.settings.consoleUrl}/app/services/${id}`;
}

/** Owner of the account that the caller's calls of a connection use: '' for the organization. Undefined if they use none. */
export function holderOf({ caller }: Pick<ToolContext, 'caller'>, { config }: Pick<Connection, 'config'>): string | undefined {
  const signIn = signInOf(config);
  if (signIn?.accounts === 'organization') return '';
  return signIn && (caller.personId ?? undefined);
}

/** Account that the caller's calls of a connection use. Undefined if there is none (D62). */
export function* findAccount(context: ToolContext, connection: Connection): Op<ConnectionAccount | undefined> {
  const holder = holderOf(context, connection);
  return holder === undefined ? undefined : yield* context.store.connectionAccounts.find(connection.orgId, connection.id, holder);
}

/** Caller and console address for messages about accounts. */
export interface AsWhom {
  gateway: { settings: Pick<Settings, 'consoleUrl'> };
  caller: Pick<Caller, 'person'>;
}

/** Error for a call that needs an account first. `note` is the reason why the former one ended. */
export function connectFirst(
  context: AsWhom,
  connection: Pick<Connection, 'id' | 'service' | 'config'>,
  note?: string | null,
): GatewayError {
  const isOrganizations = signInOf(connection.config)?.accounts === 'organization';
  const name = context.caller.person?.name ?? 'the person';
  const whose = isOrganizations ? 'the account of the organization' : `the account of ${name}`;
  const who = isOrganizations ? 'an owner or admin' : name;
  const state = note ? `has ended (${note})` : 'is not connected';
  const again = note ? 'connect it again' : 'connect it';
  return refusal(
    'connect_first',
    `${whose} at "${connection.service}" ${state}: ${who} must open ${accountPage(context, connection)} in a browser and ${again}; then call again`,
  );
}

/** Refuses a call that needs an account without a valid one. */
export function refuseWithoutAccount(context: AsWhom, connection: Connection, account: ConnectionAccount | undefined): void {
  if (!signInOf(connection.config)) return;
  if (account?.status !== 'active')
    throw connectFirst(context, connection, account && (account.note ?? 'the service no longer accepts it'));
}
