import type { ServiceEvents, ServiceTarget } from '@gatehouse/core';

export interface CommandWatchOptions {
  events: Pick<ServiceEvents, 'isCurrent'>;
  /** Connections with running commands. */
  running(): Map<string, ServiceTarget>;
  end(connectionId: string): void;
  report(error: unknown, connectionId: string): void;
  everyMs: number;
}

/** Ends the commands of connections that another process has removed, paused or edited. */
export interface CommandWatch {
  /** Starts regular checks, which end when no command runs. */
  start(): void;
  stop(): void;
}

export function createCommandWatch({ events, running, end, report, everyMs }: CommandWatchOptions): CommandWatch {
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    for (const [connectionId, target] of running()) {
      try {
        if (!(await events.isCurrent(target))) end(connectionId);
      } catch (error) {
        report(error, connectionId);
      }
    }
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    start() {
      timer ??= setInterval(() => {
        if (running().size === 0) return stop();
        if (isLooking) return;
        isLooking = true;
        void look().finally(() => {
          isLooking = false;
        });
      }, everyMs).unref();
    },
    stop,
  };
}
