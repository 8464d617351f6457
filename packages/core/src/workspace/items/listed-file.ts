import { fileKinds } from '@gatehouse/domain';
import type { VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import { time } from '../../kernel/schema/schema.ts';
import { folderShape } from './item-fields.ts';

export const listedFile = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(fileKinds),
  mimeType: z.string(),
  sizeBytes: z.int(),
  versionCount: z.int(),
  tags: z.array(z.string()),
  ...folderShape,
  updatedAt: time,
  url: z.string(),
});

/** Fields about a file that all results share. */
export function fileFields({ id, name, kind, mimeType, sizeBytes, versionCount }: FileFields): FileFields {
  return { id, name, kind, mimeType, sizeBytes, versionCount };
}

export type FileFields = Pick<VisibleItem, 'id' | 'name' | 'kind' | 'mimeType' | 'sizeBytes' | 'versionCount'>;
