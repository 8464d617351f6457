import type { StoreAddress } from '../engines/copy/store-address.ts';
import { openSnapshot } from './open-snapshot.ts';
import { checkSecrets, type OpenSecret } from './verify/verify-secrets.ts';

export interface StoredSecrets {
  stored: number;
  /** Secrets that do not open. */
  closed: number;
}

/** Tries to open every credential of a database. Throws like `verifyDatabase` if the database cannot be read. */
export async function tryStoredSecrets(address: StoreAddress, open: OpenSecret): Promise<StoredSecrets> {
  const snapshot = await openSnapshot(address);
  try {
    let [stored, closed] = [0, 0];
    for await (const found of checkSecrets(snapshot, open)) {
      if (typeof found === 'number') stored += found;
      else closed++;
    }
    return { stored, closed };
  } finally {
    await snapshot.close();
  }
}
