import type { OutputOf } from '../../kernel/calls/call.ts';

export type ListedSkill = OutputOf<'browse_skills'>['skills'][number];

/** What the list of skills is narrowed to, as it stands in the address. */
export interface SoughtSkills {
  q?: string;
  /** Only those that wait for a review. */
  waiting?: true;
}

const maxText = 200;

/** Reads the address: what is no choice is left out. */
export function readSoughtSkills({ q, waiting }: Record<string, unknown>): SoughtSkills {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, maxText) : '';
  return { ...(text !== '' && { q: text }), ...(waiting === true && { waiting }) };
}

/** Those that have all words in their name, description, folder or tags. What waits for a review stands first; else the order stays. */
export function soughtSkills(skills: readonly ListedSkill[], { q = '', waiting }: SoughtSkills): ListedSkill[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = skills.filter((skill) => !(waiting && skill.reviewed) && words.every((word) => textOf(skill).includes(word)));
  return [...found.filter(({ reviewed }) => !reviewed), ...found.filter(({ reviewed }) => reviewed)];
}

function textOf({ name, description, folderName = '', tags }: ListedSkill): string {
  return [name, description, folderName, ...tags].join('\n').toLowerCase();
}
