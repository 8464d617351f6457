import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { findConnection, isManager } from '../connections/find-connection.ts';
import { holderOf } from './service-account.ts';
import { accountState, stateOf } from './used-accounts.ts';

/** Maximum accounts listed for one connection. */
const maxAccounts = 1000;

export const listServiceAccounts = defineTool({
  name: 'list_service_accounts',
  title: 'List accounts at service',
  description:
    'List the connected accounts at a service: all accounts for managers of the connection, for others the account that their calls use. Never returns tokens.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: z.object({
    accounts: z.array(
      z.object({
        personId: z.string().nullable().describe('null for the account of the organization'),
        person: z.string().nullable(),
        label: z.string().nullable().describe('name of the account at the service, if known'),
        status: z.enum(['connected', 'ended']),
        note: z.string().nullable().describe('reason why the account has ended'),
        connectedAt: time,
      }),
    ),
    mine: accountState.describe('true for the account that your calls use'),
  }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      accounts: [
        {
          personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
          person: 'Ada',
          label: 'ada@example.com',
          status: 'connected',
          note: null,
          connectedAt: 1_763_600_000_000,
        },
      ],
      mine: 'connected',
    },
  },
  *run(context, { connectionId }) {
    const connection = yield* findConnection(context, connectionId);
    const accounts = yield* context.store.connectionAccounts.list(connection.orgId, connectionId, maxAccounts);
    const holder = holderOf(context, connection);
    const mine = accounts.find(({ personId }) => personId === holder);
    const shown = isManager(context, connection) ? accounts : accounts.filter((account) => account === mine);
    return {
      accounts: shown.map(({ personId, personName, label, status, note, connectedAt }) => ({
        personId: personId || null,
        person: personName,
        label,
        status: status === 'active' ? ('connected' as const) : status,
        note,
        connectedAt,
      })),
      mine: stateOf(mine),
    };
  },
});
