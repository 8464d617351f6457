export interface Looker {
  /** Looks as soon as may be: at once, or when the look that is under way and the rest behind it are over. */
  look(): void;
  /** Looks no more; resolves when the look that is under way is over. */
  stop(): Promise<void>;
}

export interface LookerOptions {
  look: () => Promise<void>;
  report: (error: unknown) => void;
  /** How long to rest after each look; after a longer one as long as it took, so that it never takes more than half of the time. */
  restMs?: number;
}

/** Looks once for however many times it is told to while it looks or rests. */
export function createLooker({ look, report, restMs = 0 }: LookerOptions): Looker {
  let wanted = false;
  let stopped = false;
  let looking: Promise<void> | undefined;
  let resting: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    wanted = false;
    const started = performance.now();
    try {
      await look();
    } catch (error) {
      report(error);
    }
    looking = undefined;
    if (restMs > 0) resting = setTimeout(goOn, Math.max(restMs, performance.now() - started));
    else goOn();
  }

  function goOn(): void {
    resting = undefined;
    if (wanted && !stopped) looking = run();
  }

  return {
    look() {
      wanted = true;
      if (!looking && !resting) goOn();
    },
    async stop() {
      stopped = true;
      clearTimeout(resting);
      resting = undefined;
      await looking;
    },
  };
}
