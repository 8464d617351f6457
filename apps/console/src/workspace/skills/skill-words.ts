import type { SkillFault } from '@gatehouse/domain/skills';
import { skillWords as strings } from '../strings.ts';

const words: Record<Exclude<SkillFault, 'bad_yaml'>, string> = strings.words;

/** What somebody changes so that a text is a skill. */
export function skillWords({ fault, line }: { fault: SkillFault; line?: number | undefined }): string {
  return fault === 'bad_yaml' ? strings.badYaml(line ?? 1) : words[fault];
}
