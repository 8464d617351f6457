import { fileKinds } from '@gatehouse/domain';
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
});
