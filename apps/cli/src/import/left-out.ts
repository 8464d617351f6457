import ignore from 'ignore';
import { gitIgnoredBelow } from './git-ignored.ts';
import { secretByName } from './secret-files.ts';

/** Files that an import leaves out so that nothing is shown by accident. `--include` imports them anyway. */
export interface LeftOut {
  /** Reason for leaving out a path, relative to the imported directory. Undefined if it is imported. */
  reasonFor(path: string, absolute: string, isDirectory: boolean): string | undefined;
  /** Rules for a directory in this one. `reason` is the reason for leaving it out with all its contents. */
  enter(absolute: string, reason: string | undefined): Promise<LeftOut>;
}

/** True for a path that the operator requested, whatever it holds. */
export type IsIncluded = (path: string) => boolean;

/** Creates the check for requested paths from patterns as in a `.gitignore`, relative to the imported directory. */
export function includedBy(patterns: readonly string[]): IsIncluded {
  const rules = ignore({ ignorecase: false }).add([...patterns]);
  return (path) => rules.ignores(path);
}

export async function leftOutOf(directory: string, isIncluded: IsIncluded): Promise<LeftOut> {
  const within = (ignored: Awaited<ReturnType<typeof gitIgnoredBelow>>, inherited: string | undefined): LeftOut => ({
    reasonFor(path, absolute, isDirectory) {
      if (!isDirectory && isIncluded(path)) return undefined;
      return inherited ?? (isDirectory ? undefined : secretByName(path)) ?? (ignored.ignores(absolute, isDirectory) ? byGit : undefined);
    },
    enter: async (absolute, reason) => within(await ignored.enter(absolute), reason),
  });
  return within(await gitIgnoredBelow(directory), undefined);
}

const byGit = 'ignored by .gitignore';
