import { inPathOrder, quotePath, type SkillFile, skillMain } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { findVersion, readVersionText } from '../items/content.ts';

/** One version of a skill: all its files, including SKILL.md, in the order of their paths. */
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
  return { number, files: inPathOrder([main, ...(yield* context.store.skills.manifest(item.orgId, item.id, manifest))]) };
}

/** Finds one file of a version. Otherwise, throws a refusal that names the existing files. */
export function findSkillFile({ number, files }: SkillVersion, item: VisibleItem, path: string): SkillFile {
  const file = files.find((one) => one.path === path);
  if (file) return file;
  const paths = files.map((one) => quotePath(one.path));
  const named = paths.length > maxNamed ? `${paths.slice(0, maxNamed).join(', ')} and ${paths.length - maxNamed} more` : paths.join(', ');
  const version = number === item.versionCount ? '' : ` in version ${number}`;
  throw refusal('invalid_argument', `argument "path": the skill "${item.name}" has no file ${quotePath(path)}${version}; it has ${named}`);
}

/** A path with the digest of a file in one of the skill's versions. Paths of skills have no question mark. */
const withDigest = /^(.*)\?digest=sha256:([0-9a-f]{64})$/s;

/** Reads a file by its path. With a digest, reads it from any version that has these bytes. // D72 */
export function* findNamedFile(
  context: ToolContext,
  item: VisibleItem,
  version: SkillVersion,
  named: string,
): Op<SkillFile & { version?: number }> {
  const [, path, digest] = withDigest.exec(named) ?? [];
  if (path === undefined || digest === undefined) return findSkillFile(version, item, named);
  const file = version.files.find((one) => one.path === path);
  if (file?.sha256 === digest) return file;
  const found = path === skillMain ? yield* earlierMain(context, item, digest) : yield* earlierFile(context, item, path, digest);
  if (found) return found;
  throw refusal(
    'invalid_argument',
    `argument "paths": no version of the skill "${item.name}" has a file ${quotePath(path)} with this digest`,
  );
}

function* earlierMain({ store }: ToolContext, { orgId, id }: VisibleItem, digest: string) {
  const number = yield* store.versions.numberWith(orgId, id, Buffer.from(digest, 'hex'));
  const version = number === undefined ? undefined : yield* store.versions.find(orgId, id, number);
  if (!version) return undefined;
  return { path: skillMain, sizeBytes: version.sizeBytes, sha256: digest, executable: false, version: version.number };
}

function* earlierFile({ store }: ToolContext, { orgId, id }: VisibleItem, path: string, digest: string) {
  const known = yield* store.skills.knownBytes(orgId, id, [digest]);
  const bytes = known.has(digest) ? (yield* store.skills.bytes(orgId, id, [digest])).get(digest) : undefined;
  return bytes && { path, sizeBytes: bytes.length, sha256: digest, executable: false };
}

/** The bytes of some files of a version, by path. The caller keeps the total small. */
export function* readSkillBytes(
  context: ToolContext,
  item: VisibleItem,
  version: SkillVersion,
  files: readonly (SkillFile & { version?: number })[],
): Op<Map<string, Buffer>> {
  const beside = files.filter(({ path }) => path !== skillMain);
  const bytes = yield* context.store.skills.bytes(
    item.orgId,
    item.id,
    beside.map(({ sha256 }) => sha256),
  );
  const found = new Map<string, Buffer>();
  for (const { path, sha256, version: own = version.number } of files) {
    const data = path === skillMain ? Buffer.from(yield* readVersionText(context, item, own)) : bytes.get(sha256);
    if (!data) throw new Error(`the bytes of ${path} of ${item.id} are missing`);
    found.set(path, data);
  }
  return found;
}

/** The bytes of one file of a version of a skill. */
export function* readSkillFile(context: ToolContext, item: VisibleItem, version: SkillVersion, path: string): Op<Buffer> {
  const file = findSkillFile(version, item, path);
  return (yield* readSkillBytes(context, item, version, [file])).get(path) as Buffer;
}
