/**
 * Text from a service, a document or the author of a skill, of any length and content. Functions that read such text on the main thread
 * must take linear time. e2e/src/foreign/functions.ts lists all of these functions, and the test in the same folder measures their time.
 */
export type Foreign = string & { readonly foreign?: true };
