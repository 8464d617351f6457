import { type SkillFile, skillMain } from '@gatehouse/domain/skills';
import { z } from 'zod';
import { named } from '../../kernel/schema/named.ts';
import { describeFile } from '../files/kind.ts';

export const shownSkillFile = named(
  'SkillFile',
  'A file of a skill: content if it is text, otherwise contentBase64 and a temporary download URL.',
  z.object({
    path: z.string(),
    mimeType: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
    executable: z.boolean(),
    content: z.string().optional(),
    contentBase64: z.string().optional(),
    offset: z.int().optional(),
    downloadUrl: z.string().optional(),
  }),
);

export type ShownSkillFile = z.input<typeof shownSkillFile>;

/** Maximum size of the encoded file with its fields, including a download address. Text may need escapes, which base64 does not. */
export function encodedBytes({ path, sizeBytes }: SkillFile): number {
  return Math.ceil((sizeBytes * 4) / 3) + 3 * path.length + 850;
}

export function shownOf(file: SkillFile, bytes: Buffer): ShownSkillFile {
  const fields = fieldsOf(file, bytes);
  const content = isTextOf(file, bytes) ? bytes.toString('utf8') : undefined;
  if (content !== undefined && isWrittenShort(content)) return { ...fields, content };
  return { ...fields, contentBase64: bytes.toString('base64') };
}

/** Control characters have long escapes, so a text full of them would not fit into an answer. */
function isWrittenShort(content: string): boolean {
  return JSON.stringify(content).length <= 2 * content.length + 2;
}

export function fieldsOf(
  { path, sizeBytes, sha256, executable }: SkillFile,
  bytes: Buffer,
): Omit<ShownSkillFile, 'content' | 'contentBase64' | 'offset' | 'downloadUrl'> {
  return { path, mimeType: describeFile({ bytes, name: path }).mimeType, sizeBytes, sha256, executable };
}

function isTextOf({ path }: SkillFile, bytes: Buffer): boolean {
  return path === skillMain || describeFile({ bytes, name: path }).isText;
}
