import type { MadeBy } from '@gatehouse/storage';
import type { ToolContext } from './context.ts';

/** Who makes a change with this call, by which call, and when: what is saved of items, folders and tasks says it (D65). */
export function madeBy({ attribution, now }: Pick<ToolContext, 'attribution' | 'now'>): MadeBy {
  return { ...attribution, at: now };
}
