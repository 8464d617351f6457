import type { Hand } from './hand.ts';
import { fileSlot, paragraphsOf, type Subject, skillPaths, skillText, textOf } from './model.ts';
import { readMain } from './write-paragraph.ts';

export async function createSkill({ create, oneOf, names, folder, value }: Hand): Promise<void> {
  const name = oneOf(names.skills);
  const [path = ''] = skillPaths;
  const input = { content: skillText(name, `p2: ${value}\n`), files: [{ path, content: value }], ...(folder && { folderId: folder.id }) };
  await create('skill', 'write_skill', input, { name, folderId: folder?.id ?? null, p2: value, [fileSlot + path]: value });
}

/** A skill is named by its text. */
export async function renameSkill({ call, change, oneOf, names }: Hand, skill: Subject): Promise<void> {
  const name = oneOf(names.skills);
  const text = await readMain({ call }, skill);
  if (text === undefined) return;
  const content = skillText(name, textOf([...paragraphsOf(text)]));
  await change(skill, 'name', name, 'write_skill', (fileId) => ({ fileId, content }));
}

export async function writeSkillFile({ pick, change, oneOf, value }: Hand): Promise<void> {
  const path = oneOf(skillPaths);
  await change(pick('skill'), fileSlot + path, value, 'write_skill', (fileId) => ({ fileId, files: [{ path, content: value }] }));
}

export async function removeSkillFile({ pick, change, oneOf }: Hand): Promise<void> {
  const path = oneOf(skillPaths);
  await change(pick('skill'), fileSlot + path, undefined, 'write_skill', (fileId) => ({ fileId, removeFiles: [path] }));
}
