import { skillMain } from '@gatehouse/domain/skills';
import type { FoundItem, Op, StoredVersion, VisibleItem } from '@gatehouse/storage';
import { manifestHash } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { readText, textOfVersion } from '../items/content.ts';
import { holdsContent, refuseStale, saveContent } from '../items/save-item.ts';
import { skillDetails } from '../items/skill-text.ts';
import { refuseBadFiles } from './given-files.ts';
import { isBeside } from './skill-path.ts';
import { findSkillFile, readSkillVersion } from './skill-version.ts';

interface Restored {
  path: string;
  older: StoredVersion;
  expectedVersionCount: number | undefined;
}

/** Restores one file of a skill from an older version, even one removed since; the other files stay. // D72 */
export function* restoreSkillFile(
  context: ToolContext,
  item: FoundItem,
  { path, older, expectedVersionCount }: Restored,
): Op<{ versionCount: number }> {
  const isMain = !isBeside(item, path);
  const now = yield* context.store.skills.manifest(item.orgId, item.id, item.manifest);
  const files = isMain ? now : [...now.filter((file) => file.path !== path), yield* fileOf(context, item, older, path)];
  const text = isMain ? yield* textOfVersion(context, item, older) : yield* readText(context, item);
  const content = { text };
  refuseBadFiles(files, text);
  if (holdsContent(item, content, manifestHash(files))) return { versionCount: item.versionCount };
  refuseStale(item, expectedVersionCount);
  const details = isMain ? yield* skillDetails(context, item, text) : {};
  const summary = `restored ${isMain ? skillMain : path} of version ${older.number}`;
  const saved = yield* saveContent(context, item, { content, skillFiles: { files, bytes: new Map() }, summary, ...details });
  return { versionCount: saved.versionCount };
}

function* fileOf(context: ToolContext, item: VisibleItem, older: StoredVersion, path: string) {
  return findSkillFile(yield* readSkillVersion(context, item, older.number), item, path);
}
