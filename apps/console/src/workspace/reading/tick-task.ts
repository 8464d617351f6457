import { GFM, parser } from '@lezer/markdown';
import { splitFields } from './parse-blocks.ts';
import type { Tick } from './tick-boxes.ts';

const grammar = parser.configure([GFM]);

/**
 * The text with one task ticked or not (D92). Undefined if its boxes are not those that the reader sees, which two parsers find independently.
 * @param count how many boxes the reader sees
 */
export function tickTask(text: string, { index, isDone }: Tick, count: number): string | undefined {
  const { body } = splitFields(text);
  const start = text.length - body.length;
  const markers: number[] = [];
  grammar.parse(body).iterate({
    enter(node) {
      if (node.name === 'TaskMarker') markers.push(start + node.from);
    },
  });
  const at = markers[index];
  if (at === undefined || markers.length !== count) return undefined;
  return `${text.slice(0, at)}[${isDone ? 'x' : ' '}]${text.slice(at + '[ ]'.length)}`;
}
