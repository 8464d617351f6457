/** Fault found by the page itself. Its message is written for people. */
export class Told extends Error {}
