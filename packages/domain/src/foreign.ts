/**
 * Text that a service, a document or the author of a skill wrote, of any length and with anything in it. Whatever reads it on the
 * thread that answers everybody takes time in proportion to its length: e2e/src/foreign/functions.ts lists every function that takes it, and
 * the test beside measures them.
 */
export type Foreign = string & { readonly foreign?: true };
