import { type Client, GatehouseError, type ListSkillsInput, type ListSkillsOutput, type ReadSkillFilesOutput } from '@gatehouse/client';
import { hourMs } from '@gatehouse/domain';
import { isLeftover } from '@gatehouse/domain/skills';
import type { FolderFile } from './skill-folder.ts';
import type { KnownSkill, PageStart, SyncState } from './sync-state.ts';

type ListedSkill = ListSkillsOutput['skills'][number];
type ShownFile = ReadSkillFilesOutput['files'][number];

/** Skills that the key can see now. */
export interface RemoteSkills {
  known: Record<string, KnownSkill>;
  /** Files of one version of each skill, by the skill's identifier. */
  contents: Map<string, ReadVersion>;
  updatedSince: number | undefined;
  listedAt: number | undefined;
  pages: PageStart[];
}

export interface ReadVersion {
  version: number;
  files: FolderFile[];
}

/** Time after which everything is listed again, because a list of changes does not show skills that were shared or hidden since. */
const wholeListMs = hourMs;
const maxSkillsOfPage = 200;
/** Maximum skills of a page with the contents of their files. */
const maxFullSkillsOfPage = 50;
const inOrder = { order: 'created' } as const;
/** Maximum skills waiting for a review that are requested again in one run. */
const maxAskedAgain = 100;

/** Lists the changes since the last run. The first run lists everything, and so does one run an hour. */
export async function listRemoteSkills(client: Client, state: SyncState, now: number): Promise<RemoteSkills> {
  const { updatedSince, listedAt, pages = [] } = state;
  const isFirst = updatedSince === undefined;
  const isWhole = isFirst || listedAt === undefined || now - listedAt >= wholeListMs;
  const remote: RemoteSkills = {
    known: isWhole ? {} : { ...state.known },
    contents: new Map(),
    updatedSince: undefined,
    listedAt: isWhole ? now : listedAt,
    pages: isFirst ? [] : pages,
  };
  if (isWhole && !isFirst) await listAgain(client, remote);
  else await listChanges(client, remote, updatedSince ?? 0);
  await askAgain(client, remote);
  return remote;
}

/** Lists changed skills, with the contents of their files. */
async function listChanges(client: Client, remote: RemoteSkills, updatedSince: number): Promise<void> {
  let skillsOfPage = 0;
  for await (const page of pagesOf(client, { ...inOrder, updatedSince, includeFiles: 'contents', limit: maxFullSkillsOfPage })) {
    takePage(remote, page);
    skillsOfPage += page.skills.length;
    if (updatedSince > 0 || skillsOfPage < maxSkillsOfPage) continue;
    skillsOfPage = 0;
    remote.pages.push(...startAfter(page));
  }
}

/**
 * Lists everything, without contents. All pages are requested together, from their starts in the last run. In this order the starts stay
 * valid, but skills that were shared or restored since can be between two pages.
 */
async function listAgain(client: Client, remote: RemoteSkills): Promise<void> {
  const ask = (cursor: string | undefined) =>
    client.listSkills(withCursor({ ...inOrder, updatedSince: 0, limit: maxSkillsOfPage }, cursor));
  const before = remote.pages;
  const found = await Promise.all([undefined, ...before.map(({ cursor }) => cursor)].map(ask));
  remote.pages = [];
  for (let [index, page] of found.entries()) {
    const [next, following] = [before[index], new Set(found[index + 1]?.skills.map(({ id }) => id))];
    takePage(remote, page);
    const isReached = ({ skills }: ListSkillsOutput) => skills.some(({ id }) => id === next?.lastId || following.has(id));
    while (page.nextCursor !== null && page.skills.length === maxSkillsOfPage && !isReached(page)) {
      remote.pages.push(...startAfter(page));
      page = await ask(page.nextCursor);
      takePage(remote, page);
    }
    if (next) remote.pages.push(next);
  }
}

/** The start of the page after this one. */
function startAfter({ skills, nextCursor }: ListSkillsOutput): PageStart[] {
  const last = skills.at(-1);
  return nextCursor === null || !last ? [] : [{ cursor: nextCursor, lastId: last.id }];
}

async function* pagesOf(client: Client, request: ListSkillsInput): AsyncGenerator<ListSkillsOutput> {
  let cursor: string | undefined;
  do {
    const page = await client.listSkills(withCursor(request, cursor));
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function withCursor(request: ListSkillsInput, cursor: string | undefined): ListSkillsInput {
  return { ...request, ...(cursor !== undefined && { cursor }) };
}

function takePage(remote: RemoteSkills, { skills, gone = [], nextUpdatedSince }: ListSkillsOutput): void {
  for (const skill of skills) take(remote, skill);
  for (const id of gone) delete remote.known[id];
  remote.updatedSince ??= nextUpdatedSince;
}

function take(remote: RemoteSkills, skill: ListedSkill): void {
  const { id, name, folderId, folderName = null, versionCount, reviewed, reviewedVersion, files } = skill;
  remote.known[id] = { id, name, folderId: folderId ?? null, folderName, versionCount, reviewed, reviewedVersion };
  if (files) remote.contents.set(id, { version: versionCount, files: joined(files) });
}

/** Requests waiting skills again, because a review does not change a skill and so is in no list of changes. */
async function askAgain(client: Client, remote: RemoteSkills): Promise<void> {
  const waiting = Object.values(remote.known).filter(({ id, reviewed }) => !reviewed && !remote.contents.has(id));
  await Promise.all(
    waiting.slice(0, maxAskedAgain).map(async (skill) => {
      const found = await client.readSkillFiles({ fileId: skill.id, paths: [] }).catch((error: unknown) => {
        if (error instanceof GatehouseError && error.isFor('no_such_item')) return undefined;
        throw error;
      });
      if (!found) delete remote.known[skill.id];
      else {
        const { name, reviewed, reviewedVersion, versionCount } = found;
        Object.assign(skill, { name, reviewed, reviewedVersion, versionCount });
      }
    }),
  );
}

/** Reads all files of one version of a skill. */
export async function readVersion(client: Client, id: string, version: number): Promise<ReadVersion> {
  const parts: ShownFile[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.readSkillFiles({ fileId: id, version, ...(cursor !== undefined && { cursor }) });
    parts.push(...page.files);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { version, files: joined(parts) };
}

/** Joins files that came in parts, and leaves out leftovers of editors and programs. */
function joined(parts: readonly ShownFile[]): FolderFile[] {
  const files = new Map<string, FolderFile>();
  for (const { path, executable, content, contentBase64 } of parts.filter((part) => !isLeftover(part.path))) {
    const bytes = content === undefined ? Buffer.from(contentBase64 ?? '', 'base64') : Buffer.from(content, 'utf8');
    const before = files.get(path);
    files.set(path, { path, executable, bytes: before ? Buffer.concat([before.bytes, bytes]) : bytes });
  }
  return [...files.values()];
}
