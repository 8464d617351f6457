import { isUtf8 } from 'node:buffer';
import { inPathOrder } from '@gatehouse/domain/skills';
import type { Op } from '../../kernel/ops.ts';
import type { ContentQueries } from './contents.ts';
import type { Item } from './items.ts';
import type { SkillQueries } from './skills.ts';

/** One text of an item. */
export interface ItemText {
  /** File of a skill next to SKILL.md. "" for the item's own text, or the text extracted from it. // D75 */
  path: string;
  text: string;
}

export type TextSource = Pick<Item, 'orgId' | 'id' | 'manifest'>;

/** All texts of an item as it is now, whatever their source: its own, and the files of a skill that are text. Words are indexed from them. */
export function itemTexts(contents: Pick<ContentQueries, 'readableTexts'>, skills: Pick<SkillQueries, 'manifest' | 'bytes'>) {
  return function* textsOf({ orgId, id, manifest }: TextSource): Op<ItemText[]> {
    const own = (yield* contents.readableTexts(orgId, [id])).get(id);
    const texts: ItemText[] = own === undefined ? [] : [{ path: '', text: own }];
    const files = inPathOrder(yield* skills.manifest(orgId, id, manifest));
    for (const { path, sha256 } of files) {
      const bytes = (yield* skills.bytes(orgId, id, [sha256])).get(sha256);
      if (bytes && isText(bytes)) texts.push({ path, text: bytes.toString('utf8') });
    }
    return texts;
  };
}

/** Length of several texts together, in UTF-16 units. */
export function unitsOf(texts: readonly string[]): number {
  return texts.reduce((units, text) => units + text.length, 0);
}

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}
