import { isUtf8 } from 'node:buffer';
import { GatehouseError, type WriteSkillInput } from '@gatehouse/client';
import { isLeftover, skillMain } from '@gatehouse/domain/skills';
import { saveConflicts, unsentEdits } from './conflicts.ts';
import { type FileHashes, type FolderFile, hashesOf, readSkillFolder } from './skill-folder.ts';
import { scriptsOf } from './skill-scripts.ts';
import type { SyncOptions, SyncReport } from './sync-report.ts';
import type { KnownSkill, OpenState, WrittenSkill } from './sync-state.ts';

type Sending = SyncOptions & { open: OpenState; report: SyncReport };

/** Sends the edits in a skill's folder as a new version, unless the skill already has a newer one. */
export async function sendLocalEdits(sending: Sending, name: string): Promise<void> {
  const { target, executable, open, report } = sending;
  const written = open.state.written[name]!;
  const skill = open.state.known[written.id];
  const local = readSkillFolder(target, name);
  if (!local || !skill) return;
  for (const fault of local.faults) report.refused.push({ name, why: `not sent: ${fault}` });
  const hashes = hashesOf(local.files);
  const edits = editsOf({ local: local.files, hashes, base: written.files, executable });
  if (!edits) return;
  const sent = await send(sending, written, edits);
  if (typeof sent === 'string') {
    report.refused.push({ name, why: `the local edits were not accepted: ${sent}` });
  } else if (sent) {
    const scripts = scriptsOf(local.files);
    open.note({
      written: { [name]: { id: written.id, version: sent.versionCount, previous: written.version, files: hashes } },
      // The scripts were edited here, so they need no permission.
      ...(scripts && { scripts: { [written.id]: scripts.digest } }),
    });
    // The version is not reviewed yet, but it is here already.
    Object.assign(skill, { versionCount: sent.versionCount, reviewed: false });
    report.sent.push({ name, version: sent.versionCount });
  } else {
    await compareWithNewest(sending, { name, written, skill, local: local.files, hashes });
  }
}

/** Sends edits. Undefined if they were made to an older version than the newest. A text is the reason for a refusal. */
async function send(
  { client }: Sending,
  { id, version }: WrittenSkill,
  edits: Pick<WriteSkillInput, 'files' | 'removeFiles'>,
): Promise<{ versionCount: number } | string | undefined> {
  if (version === 0) return undefined;
  try {
    const { versionCount, noop } = await client.writeSkill({ fileId: id, expectedVersionCount: version, ...edits });
    // The newest version already has these files. It can have others too, because its version is not checked in this case.
    return noop ? undefined : { versionCount };
  } catch (error) {
    if (!(error instanceof GatehouseError) || !isRefusal(error)) throw error;
    return error.isFor('stale_version') ? undefined : error.message;
  }
}

export function isRefusal({ code }: GatehouseError): boolean {
  return code === 'invalid_request' || code === 'forbidden' || code === 'not_found';
}

interface Newer {
  name: string;
  written: WrittenSkill;
  skill: KnownSkill;
  local: readonly FolderFile[];
  hashes: FileHashes;
}

/**
 * Handles a skill that has another version than the edited one. If its files equal the local files, the edits arrived in a run that was
 * killed. Otherwise edits that it does not have go to the conflicts, and the folder is written again.
 */
async function compareWithNewest({ client, target, open }: Sending, { name, written, skill, local, hashes }: Newer): Promise<void> {
  const { version, reviewed, reviewedVersion, manifest = [] } = await client.readSkillFiles({ fileId: written.id, paths: [] });
  const files = manifest.filter((file) => !isLeftover(file.path));
  const newest: FileHashes = Object.fromEntries(files.map((file) => [file.path, file]));
  Object.assign(skill, { versionCount: version, reviewed, reviewedVersion });
  const isSame = files.length === local.length && local.every(({ path }) => newest[path]?.sha256 === hashes[path]?.sha256);
  if (isSame) {
    open.note({ written: { [name]: { id: written.id, version, previous: written.version, files: hashes } } });
    return;
  }
  saveConflicts(target, name, unsentEdits(local, { hashes, base: written.files, next: newest }));
  // These files belong to no version. The next version that is written replaces them.
  open.note({ written: { [name]: { ...written, version: 0, files: hashes } } });
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
  // Without its SKILL.md the skill was removed here, so missing files do not count as edits.
  const removed = skillMain in hashes ? Object.keys(base).filter((path) => !Object.hasOwn(hashes, path) && !isLeftover(path)) : [];
  if (edited.length === 0 && removed.length === 0) return undefined;
  const files = edited.map(({ path, bytes, executable: bit }) => ({
    path,
    ...contentOf(bytes),
    ...(executable && path !== skillMain && { executable: bit }),
  }));
  return { ...(files.length > 0 && { files }), ...(removed.length > 0 && { removeFiles: removed }) };
}

/** Sends UTF-8 without U+0000 as text, and other content as bytes. // D3 */
function contentOf(bytes: Buffer): { content: string } | { contentBase64: string } {
  return isUtf8(bytes) && !bytes.includes(0) ? { content: bytes.toString('utf8') } : { contentBase64: bytes.toString('base64') };
}
