import { z } from 'zod';
import { time } from '../../kernel/schema/schema.ts';

export const organizationShape = z.object({ id: z.string(), name: z.string(), createdAt: time });

export const organizationExample = { id: 'org_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'Acme', createdAt: 1_763_000_000_000 };
