import { z } from 'zod';
import { identifier } from '../../kernel/schema/schema.ts';
import { okOnly } from '../../kernel/schema/shapes.ts';

/** The shapes of an operation on a connection that takes nothing else and says nothing back. */
export const connectionOnly = {
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: okOnly,
  example: { input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { ok: true as const } },
};
