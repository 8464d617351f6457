/** Hashes passwords by argon2id. What it does at once is bounded: the threads it works on are those that files wait for too (D41). */
export interface PasswordHasher {
  /** What is stored of a password. Rejects with `overloaded`. `address` is whom the work counts for. */
  hash(password: string, address: string | undefined): Promise<string>;
  /** Whether a password is the one that was hashed. Without a hash it does the same work, and it is not. Rejects with `overloaded`. */
  verify(password: string, stored: string | null | undefined, address: string | undefined): Promise<boolean>;
}
