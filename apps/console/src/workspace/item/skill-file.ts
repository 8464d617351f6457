import { queryOptions } from '@tanstack/react-query';
import { call, type InputOf, type OutputOf } from '../../kernel/calls/call.ts';

/** Query for `readSkillFile`. Loads each version once, because versions never change. */
export const skillFileQuery = (orgId: string, of: { fileId: string; version: number }, path: string) =>
  queryOptions({
    queryKey: [orgId, 'read_skill_files', 'whole', { ...of, paths: [path] }],
    queryFn: ({ signal }) => readSkillFile(orgId, of, path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

type ReadFile = OutputOf<'read_skill_files'>['files'][number];

/** Reads one whole file of a skill's version. A large file arrives in parts. */
export async function readSkillFile(
  orgId: string,
  of: { fileId: string; version: number },
  path: string,
  signal?: AbortSignal,
): Promise<ReadFile> {
  const parts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = await readPart(orgId, { ...of, paths: [path], ...(cursor !== undefined && { cursor }) }, signal);
    const [file] = answer.files;
    if (!file) throw new Error(`${path} was not answered`);
    if (file.content !== undefined) return file;
    // Each part contains whole base64 groups, so parts can be joined.
    parts.push(file.contentBase64 ?? '');
    if (answer.nextCursor === null) return { ...file, contentBase64: parts.join('') };
    cursor = answer.nextCursor;
  }
}

async function readPart(orgId: string, asked: InputOf<'read_skill_files'>, signal?: AbortSignal): Promise<OutputOf<'read_skill_files'>> {
  return await call(orgId, 'read_skill_files', asked, signal);
}
