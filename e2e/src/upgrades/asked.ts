import type { Loose } from '../world.ts';

/** A call and what it was answered, without what is another thing at each call. */
export interface Asked {
  caller: string;
  tool: string;
  input: object;
  answer: Loose;
}
