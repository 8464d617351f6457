import { type Client, GatehouseError, type ListSkillsOutput, type ReadSkillFilesOutput } from '@gatehouse/client';
import { hourMs } from '@gatehouse/domain';
import type { FolderFile } from './skill-folder.ts';
import type { KnownSkill, SyncState } from './sync-state.ts';

type ListedSkill = ListSkillsOutput['skills'][number];
type ShownFile = ReadSkillFilesOutput['files'][number];

/** What the key sees now. */
export interface RemoteSkills {
  known: Record<string, KnownSkill>;
  /** Newest versions that came with the list, by identifier. */
  contents: Map<string, FolderFile[]>;
  updatedSince: number | undefined;
  listedAt: number;
}

/** A list of changes does not show what was shared or hidden since, so everything is listed once in this time. */
const wholeListMs = hourMs;
const skillsOfPage = 50;
/** The most skills waiting for a review that one run asks for again. */
const maxAskedAgain = 100;

/** Asks what has changed since the last run; everything at the first one, and once an hour. */
export async function listRemoteSkills(client: Client, state: SyncState, now: number): Promise<RemoteSkills> {
  const isWhole = state.updatedSince === undefined || state.listedAt === undefined || now - state.listedAt >= wholeListMs;
  const updatedSince = isWhole ? 0 : (state.updatedSince ?? 0);
  const isFirst = Object.keys(state.written).length === 0;
  const remote: RemoteSkills = {
    known: isWhole ? {} : { ...state.known },
    contents: new Map(),
    updatedSince: undefined,
    listedAt: isWhole ? now : (state.listedAt ?? now),
  };
  let cursor: string | undefined;
  do {
    const includeFiles = isFirst || !isWhole ? ({ includeFiles: 'contents', limit: skillsOfPage } as const) : { limit: 200 };
    const page = await client.listSkills({ ...includeFiles, order: 'created', updatedSince, ...(cursor !== undefined && { cursor }) });
    for (const skill of page.skills) take(remote, skill);
    for (const id of page.gone ?? []) delete remote.known[id];
    remote.updatedSince ??= page.nextUpdatedSince;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  await askAgain(client, remote);
  return remote;
}

function take(remote: RemoteSkills, skill: ListedSkill): void {
  const { id, name, folderId, folderName = null, versionCount, reviewed, reviewedVersion, files } = skill;
  remote.known[id] = { id, name, folderId: folderId ?? null, folderName, versionCount, reviewed, reviewedVersion };
  if (files) remote.contents.set(id, joined(files));
}

/** A review changes no skill, so it is in no list of changes. */
async function askAgain(client: Client, remote: RemoteSkills): Promise<void> {
  const waiting = Object.values(remote.known).filter(({ id, reviewed }) => !reviewed && !remote.contents.has(id));
  await Promise.all(
    waiting.slice(0, maxAskedAgain).map(async (skill) => {
      const found = await client.readSkillFiles({ fileId: skill.id, paths: [] }).catch((error: unknown) => {
        if (error instanceof GatehouseError && error.isFor('no_such_item')) return undefined;
        throw error;
      });
      if (!found) delete remote.known[skill.id];
      else Object.assign(skill, { reviewed: found.reviewed, reviewedVersion: found.reviewedVersion, versionCount: found.versionCount });
    }),
  );
}

/** All files of one version of a skill. */
export async function readVersion(client: Client, id: string, version: number): Promise<FolderFile[]> {
  const parts: ShownFile[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.readSkillFiles({ fileId: id, version, ...(cursor !== undefined && { cursor }) });
    parts.push(...page.files);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return joined(parts);
}

/** A file too large for one answer comes in parts. */
function joined(parts: readonly ShownFile[]): FolderFile[] {
  const files = new Map<string, FolderFile>();
  for (const { path, executable, content, contentBase64 } of parts) {
    const bytes = content === undefined ? Buffer.from(contentBase64 ?? '', 'base64') : Buffer.from(content, 'utf8');
    const before = files.get(path);
    files.set(path, { path, executable, bytes: before ? Buffer.concat([before.bytes, bytes]) : bytes });
  }
  return [...files.values()];
}
