/** Resolves with the folder of the workspace application, built from its sources as they are; the signal ends a build under way. */
export type BuildConsole = (options: { signal: AbortSignal }) => Promise<string>;

export interface ConsoleBuild {
  /** Rejects when it could not be built. */
  folder: Promise<string>;
  /** Ends a build that is still under way. */
  stop(): Promise<void>;
}

/** Begins to build the workspace application beside the start of the gateway, which nothing of it keeps from serving. */
export function openConsoleBuild(build: BuildConsole): ConsoleBuild {
  const stopping = new AbortController();
  const folder = build({ signal: stopping.signal });
  const settled = folder.then(
    () => {},
    (error: Error) => {
      if (!stopping.signal.aborted) process.stderr.write(complaint(error));
    },
  );
  return {
    folder,
    async stop() {
      stopping.abort();
      await settled;
    },
  };
}

function complaint({ message }: Error): string {
  const advice = 'let this user write to apps/console/bundles or to ~/.cache, and run "npx -y pnpm@12 install" where the project lies';
  return `gatehouse: the workspace application could not be built, so /app answers 503 and all else works: ${message}\ngatehouse: to mend this, ${advice}\n`;
}
