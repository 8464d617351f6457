import { createCallerCache, minuteMs } from '@gatehouse/domain';
import type { NotedLoad } from '../../kernel/context/context.ts';
import { internalError } from '../../kernel/errors/errors.ts';
import type { GatewayParts } from './call-frame.ts';

/** The version a reader got last, and when that was recorded. */
interface Kept {
  version: number;
  at: number;
}

/** Records readers of skills, at most once a minute for each reader and version, so that reading stays fast. // D72 */
export function createSkillLoads({ store, clock, report }: Pick<GatewayParts, 'store' | 'clock' | 'report'>) {
  const kept = createCallerCache<Kept>('skillLoads');

  function isKept(name: string, version: number, now: number): boolean {
    const last = kept.get(name);
    return last !== undefined && last.version === version && now - last.at < minuteMs && now >= last.at;
  }

  return {
    /** Called before the answer leaves. If it fails, the answer stays the same. */
    async keep(loads: readonly NotedLoad[], requestId: string): Promise<void> {
      const now = clock();
      for (const load of loads) {
        const name = JSON.stringify([load.orgId, load.itemId, load.readerId, load.client, load.machine]);
        if (isKept(name, load.version, now)) continue;
        try {
          await store.perform(() => store.skills.load({ ...load, at: now }), { changes: true });
        } catch (error) {
          report(internalError(error, requestId), requestId);
          continue;
        }
        kept.set(load.readerId, name, { version: load.version, at: now });
      }
    },
  };
}
