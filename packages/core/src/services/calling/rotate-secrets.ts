import type { SealedSecret, Store } from '@gatehouse/storage';
import type { SecretBox } from './secret-box.ts';

const batch = 100;

/**
 * Encrypts every stored credential with the box's current key and returns their number. It can be repeated and interrupted. Rejects if a
 * credential does not open.
 */
export async function rotateSecrets(store: Store, box: SecretBox): Promise<number> {
  for (let rotated = 0; ; ) {
    const count = await store.perform(
      function* () {
        const secrets = yield* store.connections.secretsOfOtherKeys(box.keyId, batch);
        for (const secret of secrets) yield* store.connections.replaceSecret(secret, box.seal(secret, open(box, secret)));
        return secrets.length;
      },
      { changes: true },
    );
    rotated += count;
    if (count < batch) return rotated;
  }
}

function open(box: SecretBox, secret: SealedSecret): string {
  try {
    return box.open(secret);
  } catch (cause) {
    throw new Error(`the credentials of connection ${secret.connectionId} cannot be decrypted with the given secrets`, { cause });
  }
}
