import { codeOf } from '@gatehouse/domain';
import pg from 'pg';
import { MigrationError } from '../../../migrate.ts';
import { isConnectionFault } from './faults.ts';

/**
 * Opens a single connection for work outside calls. Rejects with MigrationError that names what to check. The caller ends the connection.
 */
export async function connectAlone(url: string, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: `gatehouse ${purpose}` });
  // The next statement reports the error of a connection that breaks between two statements.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new MigrationError(`cannot connect to Postgres at ${client.host}:${client.port}/${client.database}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return client;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.message || (codeOf(error) ?? error.name);
  return isConnectionFault(error) ? `${reason}; check that it is running and that DATABASE_URL is correct` : reason;
}
