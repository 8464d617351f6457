import type { Foreign } from '../foreign.ts';
import { readSkill } from './skill-document.ts';

/** A SKILL.md under another name, and otherwise as it was. Undefined if its frontmatter does not have the name on a line of its own. */
export function renameSkill(content: Foreign, name: string): string | undefined {
  const { front, body } = splitSkill(content);
  const renamed = front.replace(/^name:.*?(?=\r?$)/m, `name: ${name}`) + body;
  const [before, after] = [readSkill({ content }), readSkill({ content: renamed })];
  return before.ok && after.ok && after.name === name && after.description === before.description ? renamed : undefined;
}

/** Splits a SKILL.md into its frontmatter, including both lines of hyphens, and its body. Without a frontmatter, all text is body. */
export function splitSkill(content: Foreign): { front: string; body: string } {
  const opening = /^---[ \t]*\r?\n/.exec(content)?.[0].length ?? 0;
  const closing = /(?<=\n)---[ \t]*(?:\r?\n|$)/g;
  closing.lastIndex = opening;
  const end = opening === 0 ? null : closing.exec(content);
  const length = end ? end.index + end[0].length : 0;
  return { front: content.slice(0, length), body: content.slice(length) };
}
