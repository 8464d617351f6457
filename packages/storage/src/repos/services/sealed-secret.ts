/** A credential as it is stored: encrypted, with the name of the key that opens it. */
export interface SealedSecret {
  orgId: string;
  connectionId: string;
  field: string;
  keyId: string;
  sealed: Buffer;
}

/** Where the tokens of somebody's account at a service are among the secrets of its connection (D62). */
export function accountField(personId: string): string {
  return `account:${personId}`;
}
