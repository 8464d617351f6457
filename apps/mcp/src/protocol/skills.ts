import { fieldOf, minuteMs } from '@gatehouse/domain';
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import {
  DIRECTORY_MIME_TYPE,
  type GetSkillResult,
  type ListSkillsResult,
  type ReadResourceDirectoryResult,
  type Skill,
} from '@modelcontextprotocol/server/ext/skills';
import type { RequestContext, RequestScope } from '../requests/request-scope.ts';
import { callForProtocol } from './call-tool.ts';
import { fileUri, parseSkillUri, type SkillUri } from './skill-uris.ts';

// Serves the extension io.modelcontextprotocol/skills with the tools that agents have too. // D72

/** Cache time for clients. Revisions before 2026-07-28 have no such fields. */
const cache = { ttlMs: minuteMs, cacheScope: 'private' } as const;
const skillsOfPage = 50;

interface ManifestFile {
  path: string;
  sizeBytes: number;
  sha256: string;
}

/** Skill as `list_skills` and `read_skill_files` describe it. */
interface Described {
  id: string;
  address: string;
  versionCount: number;
  reviewed: boolean;
  folderName?: string | null;
  frontmatter: Skill['frontmatter'];
  manifest: ManifestFile[];
}

interface ReadFile extends ManifestFile {
  mimeType: string;
  content?: string;
  contentBase64?: string;
}

export async function listSkills(scope: RequestScope, cursor: string | undefined, context: RequestContext): Promise<ListSkillsResult> {
  const page = { includeFiles: 'paths', limit: skillsOfPage, order: 'created', ...(cursor !== undefined && { cursor }) } as const;
  const { skills, nextCursor } = await callForProtocol(scope, 'list_skills', page, context);
  return { skills: skills.map((skill) => entryOf(withFiles(skill))), ...(nextCursor !== null && { nextCursor }), ...cache };
}

export async function getSkill(scope: RequestScope, uri: string, context: RequestContext): Promise<GetSkillResult> {
  const address = parseSkillUri(uri);
  if (address?.path !== 'SKILL.md') throw noSkill(uri);
  return { skill: entryOf(await describe(scope, address, context, () => noSkill(uri))), ...cache };
}

/** Direct children of a folder of a skill. */
export async function readDirectory(scope: RequestScope, uri: string, context: RequestContext): Promise<ReadResourceDirectoryResult> {
  const noDirectory = () => new ProtocolError(ProtocolErrorCode.InvalidParams, `${uri} is not a directory of a skill`);
  const address = parseSkillUri(uri);
  if (!address) throw noDirectory();
  const { manifest } = await describe(scope, address, context, noDirectory);
  const within = address.path === '' ? '' : `${address.path}/`;
  const below = manifest.filter(({ path }) => path.startsWith(within)).map((file) => ({ ...file, rest: file.path.slice(within.length) }));
  if (below.length === 0) throw noDirectory();
  const children = new Map<string, Resource>();
  for (const { rest, sizeBytes } of below) {
    const [name = '', ...deeper] = rest.split('/');
    const at = fileUri(address.root, `${within}${name}`);
    children.set(name, deeper.length > 0 ? { uri: at, name, mimeType: DIRECTORY_MIME_TYPE } : { uri: at, name, size: sizeBytes });
  }
  return { resources: [...children.values()], ...cache };
}

/** Reads one file of a skill. If the address has a digest, reads it from any version with these bytes. */
export async function readSkillResource(
  scope: RequestScope,
  uri: string,
  address: SkillUri,
  context: RequestContext,
): Promise<ReadResourceResult> {
  const named = address.digest === undefined ? address.path : `${address.path}?digest=${address.digest}`;
  const parts: ReadFile[] = [];
  let cursor: string | undefined;
  do {
    const page = { fileId: address.root, paths: [named], ...(cursor !== undefined && { cursor }) };
    const read = (await callForProtocol(scope, 'read_skill_files', page, context).catch((error) => {
      throw isUnfound(error) ? new ResourceNotFoundError(uri, error.message) : error;
    })) as { files: ReadFile[]; nextCursor: string | null };
    parts.push(...read.files);
    cursor = read.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const [first] = parts;
  if (!first) throw new ResourceNotFoundError(uri);
  const { mimeType, content } = first;
  if (content !== undefined) return { contents: [{ uri, mimeType, text: content }] };
  return { contents: [{ uri, mimeType, blob: parts.map(({ contentBase64 = '' }) => contentBase64).join('') }] };
}

async function describe(
  scope: RequestScope,
  { root }: SkillUri,
  context: RequestContext,
  unfound: () => ProtocolError,
): Promise<Described> {
  const read = callForProtocol(scope, 'read_skill_files', { fileId: root, paths: [] }, context);
  return withFiles(
    await read.catch((error) => {
      throw isUnfound(error) ? unfound() : error;
    }),
  );
}

/** Types a skill that was read with its files. Their fields are optional in the schemas of the tools. */
function withFiles(skill: object): Described {
  return skill as Described;
}

function entryOf({ id, address, versionCount, reviewed, folderName, frontmatter, manifest }: Described): Skill {
  return {
    uri: fileUri(address, 'SKILL.md'),
    frontmatter,
    resources: manifest.map(({ path, sha256, sizeBytes }) => ({
      uri: fileUri(address, path),
      digest: `sha256:${sha256}`,
      size: sizeBytes,
    })),
    _meta: {
      'gatehouse/folderName': folderName ?? null,
      'gatehouse/versionCount': versionCount,
      'gatehouse/reviewed': reviewed,
      'gatehouse/resource': `gatehouse://skills/${id}`,
    },
  };
}

function noSkill(uri: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${uri}`);
}

/** Absent, not visible, or no file of the skill. */
function isUnfound(error: unknown): error is ProtocolError {
  const reason = error instanceof ProtocolError && fieldOf(error.data, 'reason');
  return reason === 'no_such_item' || reason === 'wrong_type' || reason === 'invalid_argument';
}
