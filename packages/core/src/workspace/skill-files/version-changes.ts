import { type ChangedFile, changedFiles, type SkillFile, skillMain } from '@gatehouse/domain/skills';
import type { Op, StoredVersion, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { named } from '../../kernel/schema/named.ts';

export const changedFile = named(
  'ChangedSkillFile',
  'A file of a skill that differs between two versions.',
  z.object({ path: z.string(), change: z.enum(['added', 'changed', 'removed']) }),
);

/** Maximum changed files that a list of versions names for each version. */
const maxNamed = 50;

type Listed = Pick<StoredVersion, 'number' | 'sha256' | 'sizeBytes' | 'manifest'>;

/**
 * Returns the files that each version of a skill changed, by version number. `versions` are newest first, and each except the last is
 * compared with the next. // D72
 */
export function* changesOfVersions(
  context: ToolContext,
  item: VisibleItem,
  versions: readonly Listed[],
): Op<ReadonlyMap<number, { changedFiles: ChangedFile[] }>> {
  const changes = new Map<number, { changedFiles: ChangedFile[] }>();
  if (item.type !== 'skill') return changes;
  const manifests = new Map<string, SkillFile[]>();
  const filesOf = function* (version: Listed | undefined): Op<SkillFile[]> {
    if (!version) return [];
    const known = manifests.get(version.manifest ?? '') ?? (yield* context.store.skills.manifest(item.orgId, item.id, version.manifest));
    manifests.set(version.manifest ?? '', known);
    return [{ path: skillMain, sizeBytes: version.sizeBytes, sha256: version.sha256.toString('hex'), executable: false }, ...known];
  };
  for (const [index, version] of versions.entries()) {
    const before = versions[index + 1];
    if (!before && version.number > 1) continue;
    const found = changedFiles(yield* filesOf(before), yield* filesOf(version));
    changes.set(version.number, { changedFiles: found.slice(0, maxNamed) });
  }
  return changes;
}
