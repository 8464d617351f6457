import { minuteMs } from '@gatehouse/domain';
import type { NotedLoad } from '../../kernel/context/context.ts';
import { internalError } from '../../kernel/errors/errors.ts';
import type { GatewayParts } from './call-frame.ts';

/** Readers that are remembered: of more, the oldest is written again a little early. */
const maxRemembered = 10_000;

/** What a reader got last, and when that was written. */
interface Kept {
  version: number;
  at: number;
}

/** Keeps who read which skill: a reader of one version once a minute, so that reading stays as fast as it is. // D72 */
export function createSkillLoads({ store, clock, report }: Pick<GatewayParts, 'store' | 'clock' | 'report'>) {
  const kept = new Map<string, Kept>();

  function isKept(name: string, version: number, now: number): boolean {
    const last = kept.get(name);
    return last !== undefined && last.version === version && now - last.at < minuteMs && now >= last.at;
  }

  return {
    /** Before the answer leaves. A fault of it changes no answer. */
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
        kept.delete(name);
        kept.set(name, { version: load.version, at: now });
        const oldest = kept.size > maxRemembered ? kept.keys().next().value : undefined;
        if (oldest !== undefined) kept.delete(oldest);
      }
    },
  };
}
