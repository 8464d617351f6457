import { readSkill, type SkillWarning, skillMain } from '@gatehouse/domain/skills';
import { refusal } from '../../kernel/errors/errors.ts';
import type { NewItem } from '../items/save-item.ts';
import { type GivenFile, planFiles, refuseBadFiles } from '../skill-files/given-files.ts';
import { warnOfPlanned } from '../skill-files/skill-warnings.ts';

/** A skill from its folder, with the warnings that hosts would give. */
export interface SkillToImport {
  item: NewItem & Required<Pick<NewItem, 'skillFiles' | 'description'>>;
  warnings: SkillWarning[];
}

/** Reads the skill in a folder of this name. Refuses everything that write_skill refuses (D72). */
export function skillToImport(files: readonly GivenFile[], folderName: string, folderId: string | null): SkillToImport {
  const planned = planFiles([], { files, removeFiles: [] });
  if (planned.main === undefined) throw refusal('invalid_skill', `a skill needs a ${skillMain} at its root`);
  const skill = readSkill({ content: planned.main });
  if (!skill.ok) throw refusal(skill.reason, skill.message);
  const { name, description, content } = skill;
  refuseBadFiles(planned.files, content);
  return {
    item: {
      type: 'skill',
      name,
      description,
      folderId,
      asksReview: false,
      kind: 'skill',
      mimeType: 'text/markdown',
      content: { text: content },
      skillFiles: planned,
      summary: 'imported',
    },
    warnings: warnOfPlanned({ name, content, folderName }, planned),
  };
}
