import pg from 'pg';
import { cutOff, sayFarewell } from '../pipeline/graceful-close.ts';

/** One connection that receives notices while it lasts. */
export interface ListeningConnection {
  lock(bucket: number, times?: number): Promise<void>;
  unlock(bucket: number): void;
  /** Resolves with the fault that broke it. */
  readonly broken: Promise<Error>;
  end(): Promise<void>;
}

export const channel = 'gatehouse';
/** Class of our advisory locks. Locks with two numbers never collide with locks with one number, which stand for names. */
const lockClass = 1_734_441_079;

/**
 * Sends each notice that another process waits for. A waiting process holds the lock of its bucket, and loses it with its connection.
 * Subscribers also check for themselves, so a lost notice does no harm and its commit does not wait for the disk.
 */
export const sendIfAwaited = {
  name: 'notice_send_if_awaited',
  text: `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', notice.payload)
    from unnest($1::int[], $2::text[]) as notice(bucket, payload) where not pg_try_advisory_xact_lock(${lockClass}, notice.bucket)`,
};

export const sendAnyway = {
  name: 'notice_send',
  text: `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', $1)`,
};

/** Opens a listening connection. Rejects if that fails, or if `stop` is aborted first. */
export async function openListening(
  config: pg.ClientConfig,
  received: (payload: string) => void,
  stop: AbortSignal,
): Promise<ListeningConnection> {
  const client = new pg.Client({ ...config, application_name: 'gatehouse listener' });
  const broken = Promise.withResolvers<Error>();
  client.on('error', broken.resolve);
  client.on('end', () => broken.resolve(new Error('the connection ended')));
  client.on('notification', ({ payload = '' }) => received(payload));
  const giveUp = () => cutOff(client);
  stop.addEventListener('abort', giveUp, { once: true });
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
  } catch (error) {
    cutOff(client);
    throw error;
  } finally {
    stop.removeEventListener('abort', giveUp);
  }
  return {
    broken: broken.promise,
    async lock(bucket, times = 1) {
      const text = 'select pg_advisory_lock_shared($1, $2) from generate_series(1, $3)';
      // Without its lock, other processes do not know that this one waits. The connection is then useless.
      await client.query(text, [lockClass, bucket, times]).catch(broken.resolve);
    },
    unlock(bucket) {
      client.query('select pg_advisory_unlock_shared($1, $2)', [lockClass, bucket]).catch(broken.resolve);
    },
    end: () => sayFarewell(client),
  };
}
