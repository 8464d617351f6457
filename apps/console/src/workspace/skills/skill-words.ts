import type { SkillFault } from '@gatehouse/domain/skills';

const words: Record<Exclude<SkillFault, 'bad_yaml'>, string> = {
  not_at_the_beginning: 'Remove the spaces or empty lines before the first `---` line.',
  no_end: 'Close the block at the top with a second `---` line.',
  long_frontmatter: 'Shorten the block between the `---` lines. Put the rest after it.',
  no_map: 'Write `name: …` and `description: …` between the `---` lines, each on its own line.',
  no_frontmatter: 'Start the skill with a name and a description between two `---` lines.',
  no_name: 'Add a line `name: …` between the `---` lines.',
  no_description: 'Add a line `description: …` between the `---` lines.',
  name_not_text: 'Put the name in quotes.',
  description_not_text: 'Put the description in quotes.',
  bad_name: 'Use lowercase letters, digits and single hyphens in the name (max 64).',
  device_name: 'Use another name. Windows keeps this one for a device.',
  empty_description: 'Describe what the skill does and when to use it.',
  odd_description: 'Remove control characters from the description.',
  disagreement: 'Use the same name and description in the form and in the text.',
};

/** Instruction that turns a text into a valid skill. */
export function skillWords({ fault, line }: { fault: SkillFault; line?: number | undefined }): string {
  return fault === 'bad_yaml' ? `Line ${line ?? 1} is not valid YAML. Put text that contains \`: \` in quotes.` : words[fault];
}
