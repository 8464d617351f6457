/**
 * Text from a service, a document or the author of a skill, of any length and content. Functions that read it on the main thread must take
 * linear time. e2e/src/foreign/functions.ts lists every function that takes it, and the test in the same folder measures them.
 */
export type Foreign = string & { readonly foreign?: true };
