/** Hashes passwords with argon2id. Its concurrency is limited, because file access waits for the same threads (D41). */
export interface PasswordHasher {
  /** Hash of a password for storing. Rejects with `overloaded`. The work counts for `address`. */
  hash(password: string, address: string | undefined): Promise<string>;
  /** Compares a password with its stored hash. Without a hash, it does the same work and returns false. Rejects with `overloaded`. */
  verify(password: string, stored: string | null | undefined, address: string | undefined): Promise<boolean>;
}
