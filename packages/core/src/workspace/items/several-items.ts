import type { ItemSort, Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { type ItemArguments, namedItem } from './find-item.ts';

const maxItems = 50;
/** Documents are indexed again with each change of a name, place or tag, and other calls wait for that. */
const maxTextTogether = 256 * 1024;

export interface NamedItem {
  sort: ItemSort;
  id: string;
}

/** The argument by which a tool takes several items; `namedItems` reads it. */
export function itemIds() {
  return z.array(z.string()).max(maxItems).optional().describe('all or none');
}

/** Reads the items of a call: one, or up to 50. Arguments for a single item must not be given for several. */
export function namedItems(
  { itemIds, ...one }: ItemArguments & { itemIds?: readonly string[] | undefined },
  sort: ItemSort,
  forOneAlone: Record<string, unknown>,
): NamedItem[] {
  if (itemIds === undefined) return [namedItem(one)];
  if (one.docId !== undefined || one.fileId !== undefined) {
    throw refusal('invalid_argument', `give either "itemIds" or "${one.docId === undefined ? 'fileId' : 'docId'}", not both`);
  }
  const other = Object.keys(forOneAlone).find((name) => forOneAlone[name] !== undefined);
  if (other !== undefined)
    throw refusal('invalid_argument', `argument "${other}" is only for one item: omit it, or call once for each item`);
  if (itemIds.length === 0) throw refusal('invalid_argument', 'argument "itemIds" is empty: give at least one identifier');
  // In one order, so that two such calls never wait for each other.
  return [...new Set(itemIds)].toSorted().map((id) => ({ sort, id }));
}

/** Takes the text of an item that is indexed again with the change. Throws `too_large` where several are too much for one transaction. */
export type TakeText = (item: Pick<VisibleItem, 'type' | 'sizeBytes'>) => void;

/** Changes each item in this transaction. The first refusal refuses the whole call, and names its item. */
export function* changeEach<Answer>(
  context: ToolContext,
  items: readonly NamedItem[],
  change: (item: NamedItem, takeText: TakeText) => Op<Answer>,
): Op<Answer[]> {
  const [, another] = items;
  const answers: Answer[] = [];
  const takeText = another ? createTextRoom() : () => {};
  for (const item of items) {
    try {
      answers.push(yield* change(item, takeText));
    } catch (error) {
      throw another ? inItem(error, item) : error;
    }
  }
  // The row of the call names one item or none.
  if (another) Object.assign(context.call.notes, { itemType: null, itemId: null });
  return answers;
}

function createTextRoom(): TakeText {
  let left = maxTextTogether;
  return ({ type, sizeBytes }) => {
    left -= type === 'doc' ? sizeBytes : 0;
    if (left < 0)
      throw refusal(
        'too_large',
        `up to this one, the documents contain more than ${maxTextTogether / 1024} KB of text together: give fewer of them`,
      );
  };
}

function inItem(error: unknown, { id }: NamedItem): unknown {
  if (!(error instanceof GatewayError) || error.code !== 'invalid_request') return error;
  const { code, reason, detail, message } = error;
  const shown = JSON.stringify(id.toWellFormed().slice(0, 80));
  return new GatewayError(code, `item ${shown}: ${message}. No item was changed`, { reason, detail });
}
