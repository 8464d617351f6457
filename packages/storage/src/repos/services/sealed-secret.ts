/** A credential as it is stored: encrypted, with the name of the key that opens it. */
export interface SealedSecret {
  orgId: string;
  connectionId: string;
  field: string;
  keyId: string;
  sealed: Buffer;
}

/** Name of a person's tokens among the secrets of a connection. // D62 */
export function accountField(personId: string): string {
  return `account:${personId}`;
}
