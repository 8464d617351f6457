import { refusal } from '../errors.ts';
import { readSkill } from '../skills/skill-document.ts';

/** Name and description of a whole SKILL.md; refused when they are not those of a valid skill. */
export function readSkillText(content: string): { name: string; description: string } {
  const skill = readSkill({ content });
  if (!skill.ok) throw refusal(skill.reason, skill.message);
  return { name: skill.name, description: skill.description };
}
