import type { OutputOf } from '../../kernel/calls/call.ts';

export type GroupRow = OutputOf<'list_groups'>['groups'][number];
