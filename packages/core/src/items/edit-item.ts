import type { ItemSort, Op } from '@gatehouse/storage';
import type { ToolContext } from '../context.ts';
import { refuseAgentMemory } from '../documents/protected-documents.ts';
import { refusal } from '../errors.ts';
import { editText } from '../text/edit-text.ts';
import { readEditableText } from './content.ts';
import { findItemForChange } from './find-item.ts';
import { maximumTextBytes } from './limits.ts';
import { refuseStale, saveContent } from './save-item.ts';
import { skillDetails } from './skill-text.ts';

export interface EditArguments {
  oldText: string;
  newText: string;
  expectedVersionCount?: number | undefined;
}

/** edit_doc, edit_file and edit_skill: one exact replacement, read and written in one transaction (D20, D21). */
export function* editItem(
  context: ToolContext,
  sort: ItemSort,
  id: string,
  { oldText, newText, expectedVersionCount }: EditArguments,
): Op<{ versionCount: number }> {
  const item = yield* findItemForChange(context, sort, id);
  refuseAgentMemory(item);
  refuseStale(item, expectedVersionCount);
  const edit = editText({ text: yield* readEditableText(context, item), oldText, newText });
  if (!edit.ok) throw refusal(edit.reason, edit.message);
  refuseTooLarge(edit.text, maximumTextBytes(item.type));
  const details = item.type === 'skill' ? yield* skillDetails(context, item, edit.text) : {};
  const saved = yield* saveContent(context, item, { content: { text: edit.text }, summary: 'edited', ...details });
  return { versionCount: saved.versionCount };
}

export function refuseTooLarge(text: string, maximumBytes: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > maximumBytes) throw refusal('too_large', `the text would have ${bytes} bytes; at most ${maximumBytes} are allowed here`);
}
