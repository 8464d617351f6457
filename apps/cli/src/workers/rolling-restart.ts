import type { Logger } from '../logger.ts';
import type { WorkerSlot } from './worker-slot.ts';

export interface RollingRestart {
  /** Asks for one. What is asked for while one runs becomes one more after it. */
  want(): void;
  /** From now on they are carried out. */
  begin(): void;
  /** No further worker is replaced. */
  end(): void;
}

/** Replaces the workers one at a time. When a new one cannot serve, the old ones stay and the rest is left out. */
export function createRollingRestart(slots: readonly Pick<WorkerSlot, 'replace'>[], logger: Logger): RollingRestart {
  let state: 'waiting' | 'idle' | 'running' | 'over' = 'waiting';
  let isWanted = false;

  async function run(): Promise<void> {
    if (state !== 'idle') return;
    state = 'running';
    while (isWanted && !isOver()) {
      isWanted = false;
      await replaceAll();
    }
    if (!isOver()) state = 'idle';
  }

  async function replaceAll(): Promise<void> {
    const started = performance.now();
    logger.info('a rolling restart begins');
    try {
      for (const slot of slots) {
        if (isOver()) return;
        await slot.replace();
      }
      logger.info('the rolling restart is done', { tookMs: Math.round(performance.now() - started) });
    } catch (error) {
      if (!isOver()) logger.error('the rolling restart has stopped: a new worker could not start', { error: (error as Error).message });
    }
  }

  function isOver(): boolean {
    return state === 'over';
  }

  return {
    want() {
      isWanted = true;
      void run();
    },
    begin() {
      state = 'idle';
      void run();
    },
    end() {
      state = 'over';
    },
  };
}
