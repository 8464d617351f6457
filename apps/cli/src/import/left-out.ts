import ignore from 'ignore';
import { gitIgnoredBelow } from './git-ignored.ts';
import { secretByName } from './secret-files.ts';

/** What an import leaves out so that nothing is shown by accident, and what `--include` brings in all the same. */
export interface LeftOut {
  /** Why a path is left out, relative to the imported directory; undefined when it is not. */
  reasonFor(path: string, absolute: string, isDirectory: boolean): string | undefined;
  /** For a directory in this one; `reason` is why it would be left out, and so all that is in it. */
  enter(absolute: string, reason: string | undefined): Promise<LeftOut>;
}

/** True for a path that the operator asked for, whatever it holds. */
export type IsIncluded = (path: string) => boolean;

/** Patterns as in a `.gitignore`, relative to the imported directory. */
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

const byGit = 'named by .gitignore';
