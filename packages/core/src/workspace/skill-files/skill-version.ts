import { inPathOrder, quotePath, type SkillFile, skillMain } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { findVersion, readVersionText } from '../items/content.ts';

/** One version of a skill: all its files, SKILL.md among them, in the order of their paths. */
export interface SkillVersion {
  number: number;
  files: SkillFile[];
}

/** Paths that a message names. */
const maxNamed = 20;

/** The files of a version of a skill (default: the newest), from one instant. The caller has found the item. // D72 */
export function* readSkillVersion(context: ToolContext, item: VisibleItem, number = item.versionCount): Op<SkillVersion> {
  const { sha256, sizeBytes, manifest } = number === item.versionCount ? item : yield* findVersion(context, item, number);
  const main: SkillFile = { path: skillMain, sizeBytes, sha256: sha256.toString('hex'), executable: false };
  return { number, files: inPathOrder([main, ...(yield* filesBeside(context, item, manifest))]) };
}

/** The files of a manifest of a skill, SKILL.md not among them. */
export function* filesBeside({ store }: ToolContext, item: Pick<VisibleItem, 'orgId' | 'id'>, manifest: string | null): Op<SkillFile[]> {
  return manifest === null ? [] : yield* store.skills.manifest(item.orgId, item.id, manifest);
}

/** One file of a version, or a refusal that names those there are. */
export function findSkillFile({ number, files }: SkillVersion, item: VisibleItem, path: string): SkillFile {
  const file = files.find((one) => one.path === path);
  if (file) return file;
  const paths = files.map((one) => quotePath(one.path));
  const named = paths.length > maxNamed ? `${paths.slice(0, maxNamed).join(', ')} and ${paths.length - maxNamed} more` : paths.join(', ');
  const version = number === item.versionCount ? '' : ` in version ${number}`;
  throw refusal('invalid_argument', `argument "path": the skill "${item.name}" has no file ${quotePath(path)}${version}; it has ${named}`);
}

/** The bytes of some files of a version, by their paths. The caller knows that they are not too many to hold. */
export function* readSkillBytes(
  context: ToolContext,
  item: VisibleItem,
  version: SkillVersion,
  files: readonly SkillFile[],
): Op<Map<string, Buffer>> {
  const beside = files.filter(({ path }) => path !== skillMain);
  const bytes = yield* context.store.skills.bytes(
    item.orgId,
    item.id,
    beside.map(({ sha256 }) => sha256),
  );
  const found = new Map<string, Buffer>();
  for (const { path, sha256 } of files) {
    const data = path === skillMain ? Buffer.from(yield* readVersionText(context, item, version.number)) : bytes.get(sha256);
    if (!data) throw new Error(`the bytes of ${path} of ${item.id} are not there`);
    found.set(path, data);
  }
  return found;
}

/** The bytes of one file of a version of a skill. */
export function* readSkillFile(context: ToolContext, item: VisibleItem, version: SkillVersion, path: string): Op<Buffer> {
  const file = findSkillFile(version, item, path);
  return (yield* readSkillBytes(context, item, version, [file])).get(path) as Buffer;
}
