import { type SkillText, type SkillToWarnOf, type SkillWarning, skillMain, warnOfSkill } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { named } from '../../kernel/schema/named.ts';
import { describeFile } from '../files/kind.ts';
import { readVersionText } from '../items/content.ts';
import type { PlannedFiles } from './given-files.ts';
import { readSkillBytes, readSkillVersion } from './skill-version.ts';

export const skillWarnings = z.array(
  named(
    'SkillWarning',
    'Practices that hosts of skills advise against, and hidden characters. The skill is saved anyway.',
    z.object({ kind: z.string(), message: z.string() }),
  ),
);

/** Returns warnings for a skill before it is saved. Reads only those files next to SKILL.md that have new bytes. // D72 */
export function warnOfPlanned(
  { name, content, folderName }: Pick<SkillToWarnOf, 'name' | 'content' | 'folderName'>,
  { files, bytes }: PlannedFiles,
): SkillWarning[] {
  const texts = files.flatMap(({ path, sha256 }) => textOf(path, bytes.get(sha256)));
  return warnOfSkill({ name, content, folderName, paths: [skillMain, ...files.map(({ path }) => path)], texts });
}

/** Warnings of a stored version. */
export function* warnOfVersion(context: ToolContext, item: VisibleItem, number: number): Op<SkillWarning[]> {
  const { content, paths, texts } = yield* readTexts(context, item, number);
  return warnOfSkill({ name: item.name, content, paths, texts });
}

interface VersionTexts {
  /** SKILL.md. */
  content: string;
  paths: string[];
  /** Texts next to SKILL.md. */
  texts: SkillText[];
}

/** Reads all texts of a version: 16 MiB at most. */
export function* readTexts(context: ToolContext, item: VisibleItem, number = item.versionCount): Op<VersionTexts> {
  const version = yield* readSkillVersion(context, item, number);
  const content = yield* readVersionText(context, item, number);
  const beside = version.files.filter(({ path }) => path !== skillMain);
  const bytes = yield* readSkillBytes(context, item, version, beside);
  const texts = beside.flatMap(({ path }) => textOf(path, bytes.get(path)));
  return { content, paths: version.files.map(({ path }) => path), texts };
}

function textOf(path: string, bytes: Buffer | undefined): SkillText[] {
  return bytes && describeFile({ bytes, name: path }).isText ? [{ path, text: bytes.toString('utf8') }] : [];
}
