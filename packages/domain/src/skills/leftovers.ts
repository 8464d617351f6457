const folders = new Set(['__pycache__', '__macosx', 'node_modules']);
const files = /^(?:.*~|~\$.*|#.*#|.*\.py[co]|.*\.sw[op]|(?:eh)?thumbs\.db|desktop\.ini|icon\r)$/i;

/**
 * Tells if a file of a skill's folder was left there by an editor, an interpreter or a file manager. Such files are never sent, written or
 * imported: using a skill is no edit of it. // D72
 */
export function isLeftover(path: string): boolean {
  return path.split('/').some((part) => folders.has(part.toLowerCase()) || files.test(part));
}
