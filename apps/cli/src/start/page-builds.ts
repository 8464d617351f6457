/** Builds pages from their current sources, and resolves with their folder. The signal ends a build under way. */
type Build = (options: { signal: AbortSignal }) => Promise<string>;

/** Builders of pages for browsers. They are plain JavaScript next to the program. */
export interface PageBuilders {
  buildConsole: Build;
  buildDocs: Build;
}

export interface PageBuilds {
  /** Folder of the workspace application. Rejects if it could not be built. */
  consoleFolder: Promise<string>;
  /** Builds the documentation at the first call. Rejects if it could not be built. */
  buildDocs(): Promise<string>;
  /** Ends builds that are still running. */
  stop(): Promise<void>;
}

/** Begins to build the workspace application in parallel with the start of the gateway, which does not wait for it. */
export function openPageBuilds(builders: PageBuilders): PageBuilds {
  const stopping = new AbortController();
  const settled: Promise<void>[] = [];

  function begin(build: Build, complaint: (error: Error) => string): Promise<string> {
    const folder = build({ signal: stopping.signal });
    const complain = (error: Error) => void (stopping.signal.aborted || process.stderr.write(complaint(error)));
    settled.push(folder.then(() => {}, complain));
    return folder;
  }

  let docsFolder: Promise<string> | undefined;
  return {
    consoleFolder: begin(builders.buildConsole, (error) => complaint('workspace application', '/app', 'apps/console', error)),
    buildDocs() {
      docsFolder ??= begin(builders.buildDocs, (error) => complaint('documentation', '/docs', 'apps/docs', error));
      return docsFolder;
    },
    async stop() {
      stopping.abort();
      await Promise.all(settled);
    },
  };
}

function complaint(what: string, address: string, folder: string, { message }: Error): string {
  const advice = `let this user write to ${folder}/bundles or ~/.cache, and run "npx -y pnpm@12 install" in the project directory`;
  return `gatehouse: the ${what} could not be built, so ${address} answers 503; everything else works: ${message}\ngatehouse: to fix this, ${advice}\n`;
}
