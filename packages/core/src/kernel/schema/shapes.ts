import { z } from 'zod';

/** Result fields that many tools share. */
export const versionCountOnly = z.object({ versionCount: z.int() });
export const okOnly = z.object({ ok: z.literal(true) });
export const done = { ok: true } as const;
export const nextCursor = z.string().nullable();
