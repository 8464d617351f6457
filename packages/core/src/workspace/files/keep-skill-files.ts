import type { SkillFile } from '@gatehouse/domain/skills';
import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { storeInDatabase } from './file-bytes.ts';

/** Files of a new version of a skill, next to SKILL.md. */
export interface KeptFiles {
  /** All files, including unchanged ones. */
  files: readonly SkillFile[];
  /** The bytes of those that are new, by their SHA-256. */
  bytes: ReadonlyMap<string, Buffer>;
}

/**
 * Stores the bytes that a skill does not have yet, and the list of its files. Returns the hash of the list. The bytes are always in the
 * database, because a listing of skills and the content of a version are read in one transaction. // D72
 */
export function* keepFiles(context: ToolContext, itemId: string, { files, bytes }: KeptFiles): Op<string | null> {
  const { store, viewer } = context;
  const known = yield* store.skills.knownBytes(viewer.orgId, itemId, [...bytes.keys()]);
  for (const [hash, data] of bytes) {
    if (known.has(hash)) continue;
    const blob = yield* storeInDatabase(context, data);
    yield* store.skills.addBytes(viewer.orgId, itemId, hash, blob.id);
  }
  return yield* store.skills.keepManifest(viewer.orgId, itemId, files);
}
