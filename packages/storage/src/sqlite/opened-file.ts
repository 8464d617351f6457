import { statSync } from 'node:fs';

/**
 * Remembers which file a path names now, and tells later whether it still names that one. SQLite goes on with a file that was deleted or
 * replaced: everything is answered, and gone when the last process that has it open ends.
 */
export function rememberFile(path: string): { isReplaced(): boolean } {
  const opened = [path, `${path}-wal`].map((name) => ({ name, identity: identityOf(name) }));
  return {
    isReplaced: () =>
      opened.some((file) => {
        const now = identityOf(file.name);
        // The log of a database is made by its first reader or writer.
        file.identity ??= now;
        return file.identity !== now;
      }),
  };
}

/** Device and inode; undefined where there is no file. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
