import { readSkill } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { refuseTakenName } from './refuse-taken-name.ts';

/** Name and description from a new SKILL.md. Refuses text that is not a SKILL.md, and names of other skills. */
export function* skillDetails(context: ToolContext, item: VisibleItem, content: string): Op<{ name: string; description: string }> {
  const skill = readSkill({ content });
  if (!skill.ok) throw refusal(skill.reason, skill.message);
  if (skill.name !== item.name) yield* refuseTakenName(context, item.folderId, skill.name, item.id);
  return { name: skill.name, description: skill.description };
}
