import type { MadeBy } from '@gatehouse/storage';
import type { ToolContext } from './context.ts';

/** Author, call and time of a change, as stored with items, folders and tasks (D65). */
export function madeBy({ now, call: { attribution } }: Pick<ToolContext, 'call' | 'now'>): MadeBy {
  return { ...attribution, at: now };
}
