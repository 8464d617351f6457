import { homedir } from 'node:os';
import path from 'node:path';
import { messageOf } from '@gatehouse/domain';
import { CommandError } from '../kernel/faults.ts';
import { openTarget } from './places.ts';

/** Folders in which clients look for a person's skills, below the home directory. */
export const skillTargets = {
  claude: '.claude/skills',
  codex: '.agents/skills',
  agents: '.agents/skills',
  gemini: '.gemini/skills',
  opencode: '.agents/skills',
} as const;

/** The directory for `--to`: a client's own, or a path. Creates it if it is missing. */
export function openSkillTarget(to: string): string {
  const known = Object.entries(skillTargets).find(([client]) => client === to)?.[1];
  const place = known === undefined ? path.resolve(to) : path.join(homedir(), known);
  const base = baseOf(place);
  try {
    return openTarget(base, path.relative(base, place));
  } catch (error) {
    throw new CommandError(`skills cannot be written to ${place}: ${messageOf(error)}`);
  }
}

/**
 * The directory below which links are not followed. A repository or a home directory can contain links. The path to the directory itself
 * may have links, such as `/tmp` on macOS or a home on another disk.
 */
function baseOf(place: string): string {
  const isBelow = (base: string) => place.startsWith(base.endsWith(path.sep) ? base : `${base}${path.sep}`);
  return [process.cwd(), homedir()].find(isBelow) ?? path.dirname(place);
}
