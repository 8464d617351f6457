import { skillMain } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { readableText } from '../extracted-text/readable-text.ts';
import { describeFile } from '../files/kind.ts';
import { readSkillFile, readSkillVersion } from './skill-version.ts';

/** The argument by which a tool takes one file of a skill. */
export function pathArgument() {
  return z.string().optional();
}

/**
 * True if a call names a file next to SKILL.md. Without a path, a skill's tools mean SKILL.md. Refuses items that are not skills. // D72
 */
export function isBeside(item: VisibleItem, path: string | undefined): path is string {
  if (path === undefined) return false;
  if (item.type === 'skill') return path !== skillMain;
  throw refusal('invalid_argument', `argument "path" is only for skills, and "${item.name}" is not a skill: omit it`);
}

/** The text of an item to be read, or of one file of a skill. */
export function* readTextAt(context: ToolContext, item: VisibleItem, path: string | undefined, number = item.versionCount): Op<string> {
  if (!isBeside(item, path)) return yield* readableText(context, item, number);
  const version = yield* readSkillVersion(context, item, number);
  return textOf(path, yield* readSkillFile(context, item, version, path));
}

/** Refused for a file that is not text. */
export function textOf(path: string, bytes: Buffer): string {
  const { isText, mimeType } = describeFile({ bytes, name: path });
  if (isText) return bytes.toString('utf8');
  throw refusal('not_text', `"${path}" is not text (${mimeType}); read_skill_files returns its bytes, and write_skill replaces it`);
}
