import type { Loose } from '../kit/world.ts';

/** A call and its answer, without the parts that differ from call to call. */
export interface Asked {
  caller: string;
  tool: string;
  input: object;
  answer: Loose;
}
