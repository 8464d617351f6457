import type { OutputOf } from '../../kernel/calls/call.ts';

export type ListedSkill = OutputOf<'browse_skills'>['skills'][number];

/** Filter of the skill list, as in the address. */
export interface SoughtSkills {
  q?: string;
  /** Only those that wait for a review. */
  waiting?: true;
}

const maxText = 200;

/** Reads the address and drops invalid values. */
export function readSoughtSkills({ q, waiting }: Record<string, unknown>): SoughtSkills {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, maxText) : '';
  return { ...(text !== '' && { q: text }), ...(waiting === true && { waiting }) };
}

/** Skills with all words in name, description, folder or tags. Skills that wait for a review come first. The order is otherwise kept. */
export function soughtSkills(skills: readonly ListedSkill[], { q = '', waiting }: SoughtSkills): ListedSkill[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = skills.filter((skill) => !(waiting && skill.reviewed) && words.every((word) => textOf(skill).includes(word)));
  return [...found.filter(({ reviewed }) => !reviewed), ...found.filter(({ reviewed }) => reviewed)];
}

function textOf({ name, description, folderName = '', tags }: ListedSkill): string {
  return [name, description, folderName, ...tags].join('\n').toLowerCase();
}
