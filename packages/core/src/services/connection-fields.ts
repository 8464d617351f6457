import type { ConnectionSummary } from '@gatehouse/storage';
import type { z } from 'zod';
import type { connectionStatus } from './shapes.ts';

/** One word for how a connection does; `held` is for those that work but have tools waiting for approval. */
export function statusOfConnection({
  status,
  heldCount,
}: Pick<ConnectionSummary, 'status' | 'heldCount'>): z.output<typeof connectionStatus> {
  return status === 'active' && heldCount > 0 ? 'held' : status;
}
