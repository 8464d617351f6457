const folders = new Set(['__pycache__', '__macosx']);
const files = /^(?:.+~|~\$.*|#.*#|.*\.py[co]|.*\.sw[op]|(?:eh)?thumbs\.db|desktop\.ini|icon\r)$/i;

/**
 * True if an editor, an interpreter or a file manager left a file in a skill's folder. Such files are never sent, written or imported,
 * because using a skill does not edit it. // D72
 */
export function isLeftover(path: string): boolean {
  const parts = path.split('/');
  return files.test(parts.at(-1) ?? '') || parts.some((part) => folders.has(part.toLowerCase()));
}
