import type { ChangeKind } from '@gatehouse/domain';
import type { Change } from '@gatehouse/storage';
import { kindOf } from '../../kernel/context/no-such-item.ts';

/** Kinds of changes to an item that create no version. */
export type ItemChangeWord = Exclude<ChangeKind, 'created' | 'changed'>;

const wordByField: Record<string, ItemChangeWord> = { name: 'renamed', folderId: 'moved', tags: 'tagged', isAgentMemory: 'marked' };

/** True of rows about documents, files and skills; the others are about folders and tasks. */
export function isOfItem(id: string): boolean {
  return ['doc', 'file', 'skill'].includes(kindOf(id) ?? '');
}

/** Words for a row of an item. A skill is named by its text, which is in the version. */
export function changeWords(itemId: string, { what, fieldsAfter }: Pick<Change, 'what' | 'fieldsAfter'>): ItemChangeWord[] {
  if (what !== 'changed') return what === 'created' ? [] : [what];
  const isNamedByText = kindOf(itemId) === 'skill';
  return Object.keys(fieldsAfter ?? {}).flatMap((field) => {
    const word = field === 'name' && isNamedByText ? undefined : wordByField[field];
    return word === undefined ? [] : [word];
  });
}
