import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { SealedSecret } from '@gatehouse/storage';
import type { SecretPlace } from '../../kernel/ports/service-port.ts';

/** Encrypts and decrypts the credentials of connections (D36). */
export interface SecretBox {
  /** Identifier of the key for new credentials. */
  keyId: string;
  seal(place: SecretPlace, text: string): SealedSecret;
  /** Throws if the ciphertext was made for another place, was changed, or needs an absent key. */
  open(secret: SealedSecret): string;
}

export interface SecretBoxOptions {
  /** Secret of the installation. The encryption key is derived from it. */
  secret: Buffer;
  /** Previous secrets. They open older credentials until these are sealed again. */
  previous?: readonly Buffer[] | undefined;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Creates a box with AES-256-GCM. Organization, connection and field are authenticated, so that moved ciphertext does not open. */
export function createSecretBox({ secret, previous = [] }: SecretBoxOptions): SecretBox {
  const keys = new Map([...previous, secret].map((bytes) => keyOf(bytes)));
  const [keyId, key] = keyOf(secret);

  return {
    keyId,
    seal(place, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(placeBytes(place));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { orgId: place.orgId, connectionId: place.connectionId, field: place.field, keyId, sealed };
    },
    open(secret) {
      const key = keys.get(secret.keyId);
      if (!key)
        throw new Error('a stored credential was encrypted with another secret; start with that secret, or enter the credential again');
      const nonce = secret.sealed.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(placeBytes(secret));
      decipher.setAuthTag(secret.sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(secret.sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}

function keyOf(secret: Buffer): [id: string, key: Buffer] {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse connection credentials', 32));
  return [createHash('sha256').update(key).digest('hex').slice(0, 16), key];
}

function placeBytes({ orgId, connectionId, field }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([orgId, connectionId, field]));
}
