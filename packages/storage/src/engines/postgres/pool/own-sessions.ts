import { MigrationError } from '../../../migrate.ts';
import { connectAlone } from '../pipeline/connect.ts';

/**
 * Rejects with MigrationError if a pooler gives each transaction another session. Prepared statements, settings, locks and notices would
 * then sometimes belong to another client.
 */
export async function requireOwnSessions(url: string): Promise<void> {
  const [one, another] = await Promise.all([connectAlone(url, 'start'), connectAlone(url, 'start')]);
  try {
    await one.query("select set_config('gatehouse.session', 'one', false)");
    await another.query("select set_config('gatehouse.session', 'another', false)");
    const { rows } = await one.query("select current_setting('gatehouse.session', true) as session");
    if (rows[0]?.session === 'one') return;
    throw new MigrationError(
      'a pooler between Gatehouse and Postgres gives each transaction another session; run it in session mode (pool_mode = session), or bypass it with DATABASE_URL',
    );
  } finally {
    await Promise.all([one.end(), another.end()]);
  }
}
