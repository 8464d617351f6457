export interface TreeRow {
  /** Name in its folder. */
  name: string;
  /** Depth in the tree. */
  depth: number;
  /** Undefined for a folder. */
  path?: string;
}

/** Rows of a tree: each folder once, above its content. Paths are sorted. */
export function treeOf(paths: readonly string[]): TreeRow[] {
  const rows: TreeRow[] = [];
  const shown = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/');
    for (let depth = 0; depth < parts.length - 1; depth++) {
      const folder = parts.slice(0, depth + 1).join('/');
      if (shown.has(folder)) continue;
      shown.add(folder);
      rows.push({ name: parts[depth] ?? '', depth });
    }
    rows.push({ name: parts.at(-1) ?? path, depth: parts.length - 1, path });
  }
  return rows;
}
