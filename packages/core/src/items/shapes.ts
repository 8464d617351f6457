import { fileKinds } from '@gatehouse/domain';
import { z } from 'zod';
import { time } from '../schema.ts';
import { folderShape } from './item-fields.ts';

/** Result fields that several tools share. */
export const versionCountOnly = z.object({ versionCount: z.int() });
export const okOnly = z.object({ ok: z.literal(true) });
export const done = { ok: true } as const;
export const nextCursor = z.string().nullable();

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
