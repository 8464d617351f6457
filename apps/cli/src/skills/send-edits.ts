import { GatehouseError, type WriteSkillInput } from '@gatehouse/client';
import { skillMain } from '@gatehouse/domain/skills';
import { type FileHashes, type FolderFile, hashesOf, readSkillFolder, saveConflicts } from './skill-folder.ts';
import type { SyncOptions, SyncReport } from './sync-report.ts';
import type { SyncState, WrittenSkill } from './sync-state.ts';

type Sending = SyncOptions & { state: SyncState; report: SyncReport };

/**
 * Sends what was edited in a skill's folder as a new version. If the skill has a newer version by then, the edits are moved to the
 * conflicts, and the folder is written again.
 */
export async function sendLocalEdits(sending: Sending, name: string): Promise<void> {
  const { client, target, executable, state, report } = sending;
  const written = state.written[name] as WrittenSkill;
  const skill = state.known[written.id];
  const local = readSkillFolder(target, name);
  if (!local || !skill) return;
  const hashes = hashesOf(local.files);
  const edits = editsOf({ local: local.files, hashes, base: written.files, executable });
  if (!edits) return;
  try {
    const { versionCount } = await client.writeSkill({ fileId: written.id, expectedVersionCount: Math.max(1, written.version), ...edits });
    state.written[name] = { id: written.id, version: versionCount, previous: written.version, files: hashes };
    // A person has not looked at it yet; here it is already.
    Object.assign(skill, { versionCount, reviewed: false });
    report.sent.push({ name, version: versionCount });
  } catch (error) {
    if (!(error instanceof GatehouseError) || !isRefusal(error)) throw error;
    if (!error.isFor('stale_version')) {
      report.refused.push({ name, why: `the edits made here were not taken: ${error.message}` });
      return;
    }
    const changed = local.files.filter(({ path }) => hashes[path]?.sha256 !== written.files[path]?.sha256);
    report.conflicts.push(...saveConflicts(target, name, changed));
    // It is no version's: the version to be written replaces it.
    state.written[name] = { ...written, version: 0, files: hashes };
  }
}

function isRefusal({ code }: GatehouseError): boolean {
  return code === 'invalid_request' || code === 'forbidden';
}

interface Compared {
  local: readonly FolderFile[];
  hashes: FileHashes;
  base: FileHashes;
  executable: boolean;
}

function editsOf({ local, hashes, base, executable }: Compared): Pick<WriteSkillInput, 'files' | 'removeFiles'> | undefined {
  const isEdited = ({ path }: FolderFile) =>
    hashes[path]?.sha256 !== base[path]?.sha256 || (executable && hashes[path]?.executable !== base[path]?.executable);
  const edited = local.filter(isEdited);
  // Without SKILL.md it is no longer a skill; that alone is not an edit.
  const removed = Object.keys(base).filter((path) => path !== skillMain && !(path in hashes));
  if (edited.length === 0 && removed.length === 0) return undefined;
  const files = edited.map(({ path, bytes, executable: bit }) => ({
    path,
    ...contentOf(bytes),
    ...(executable && path !== skillMain && { executable: bit }),
  }));
  return { ...(files.length > 0 && { files }), ...(removed.length > 0 && { removeFiles: removed }) };
}

function contentOf(bytes: Buffer): { content: string } | { contentBase64: string } {
  const content = bytes.toString('utf8');
  return Buffer.from(content, 'utf8').equals(bytes) ? { content } : { contentBase64: bytes.toString('base64') };
}
