/** Why something cannot be done, found out by the page itself: its message is written for people. */
export class Told extends Error {}
