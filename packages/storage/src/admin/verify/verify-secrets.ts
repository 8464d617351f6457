import { messageOf } from '@gatehouse/domain';
import type { SealedSecret } from '../../repos/services/sealed-secret.ts';
import type { Findings } from '../problem.ts';
import type { Snapshot } from '../snapshot.ts';

interface Row {
  org_id: string;
  connection_id: string;
  field: string;
  key_id: string;
  sealed: Buffer;
}

/** Opens a credential. Throws if it does not open in this place. */
export type OpenSecret = (secret: SealedSecret) => unknown;

/** Checks that the installation's secret decrypts every credential in its place. */
export async function* checkSecrets(snapshot: Snapshot, open: OpenSecret): Findings {
  if (!(await snapshot.hasTable('connection_secrets'))) return;
  for await (const rows of snapshot.pages<Row>('select * from connection_secrets')) {
    for (const { org_id, connection_id, field, key_id, sealed } of rows) {
      try {
        open({ orgId: org_id, connectionId: connection_id, field, keyId: key_id, sealed });
      } catch (error) {
        const message = `the credential ${field} of ${connection_id} cannot be decrypted: ${messageOf(error)}`;
        yield { check: 'secrets', message };
      }
    }
    yield rows.length;
  }
}
