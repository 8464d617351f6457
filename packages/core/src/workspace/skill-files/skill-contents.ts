import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noteSkillLoad } from '../../kernel/context/skill-load.ts';
import { encodedBytes, type ShownSkillFile, shownOf } from './shown-file.ts';
import type { DescribedSkill } from './skill-manifest.ts';
import { readSkillBytes } from './skill-version.ts';

/** Bytes of files in an answer with the contents of many skills. */
const answerBytes = 4 * 1024 * 1024;

/** The files of as many skills of a page as fit into an answer. This loads each of these skills. // D72 */
export function* contentsOfSkills(
  context: ToolContext,
  skills: readonly VisibleItem[],
  described: ReadonlyMap<string, DescribedSkill>,
): Op<Map<string, { files: ShownSkillFile[] }>> {
  const contents = new Map<string, { files: ShownSkillFile[] }>();
  let room = answerBytes;
  for (const skill of skills) {
    const files = described.get(skill.id)?.manifest ?? [];
    const size = files.reduce((sum, file) => sum + encodedBytes(file), 0);
    if (size > room) continue;
    room -= size;
    const bytes = yield* readSkillBytes(context, skill, { number: skill.versionCount, files }, files);
    contents.set(skill.id, { files: files.map((file) => shownOf(file, bytes.get(file.path) as Buffer)) });
    noteSkillLoad(context, skill, skill.versionCount);
  }
  return contents;
}
