/** A file or directory of a skill, as clients name it: `skill://<folderId or "workspace">/<name>/<path>`. // D72 */
export interface SkillUri {
  /** The URI without path and digest. Tools take it as `fileId`. */
  root: string;
  /** `''` for the skill itself. */
  path: string;
  /** `sha256:` and 64 hexadecimal digits, from `?digest=`. */
  digest: string | undefined;
}

const form = /^(skill:\/\/[A-Za-z0-9_-]{1,100}\/[a-z0-9-]{1,64})(?:\/([^?#]{0,2000}))?(?:\?digest=(sha256:[0-9a-f]{64}))?$/;

/** Undefined if the URI does not have this form. */
export function parseSkillUri(uri: string): SkillUri | undefined {
  const [, root, encoded = '', digest] = form.exec(uri) ?? [];
  if (root === undefined) return undefined;
  try {
    const path = encoded.replace(/\/$/, '').split('/').map(decodeURIComponent).join('/');
    return { root, path, digest };
  } catch {
    return undefined;
  }
}

export function fileUri(root: string, path: string): string {
  return `${root}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
