/**
 * Parts of the path that a link means in a text below `from`: `../b.md` below `a/x` is `a`, `b.md`. A path from the root ignores `from`, and
 * `..` above the root is dropped.
 */
export function linkPath(path: string, from: readonly string[] = []): string[] {
  const parts = path.startsWith('/') ? [] : [...from];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}
