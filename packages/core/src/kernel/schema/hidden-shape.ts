import { z } from 'zod';

/** Fields of results that report hidden characters: how many, and the places of the first ones. */
export const hiddenShape = {
  count: z.int(),
  first: z.array(z.object({ code: z.string().describe('such as U+200B'), line: z.int(), column: z.int() })),
};
