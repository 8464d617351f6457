import path from 'node:path';

/** Names of files that conventionally hold secrets, in any case. */
const secretNames: readonly [name: RegExp, what: string][] = [
  // Templates such as `.env.example` are not secrets.
  [/^\.env(?!.*\.(?:example|sample|template|dist)$)(?:\..*)?$|^\.envrc$|\.env$/i, 'an environment file'],
  [/^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|\.(?:p12|pfx|jks|keystore|ppk|kdbx)$/i, 'a private key'],
  [/^[._]netrc$|^\.git-credentials$|^\.pgpass$|^\.pypirc$|^\.htpasswd$|^\.dockercfg$/i, 'credentials'],
];
/** Paths of such files, if the directory is part of the convention. */
const secretPaths = /(?:^|\/)(?:\.aws\/credentials|\.docker\/config\.json|\.kube\/config)$/i;

const privateKey = /-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}|PuTTY-User-Key-File-|AGE-SECRET-KEY-1/;
/** Cheap search words: a file without any of them needs no closer check. */
const keyWords = ['PRIVATE KEY', 'PuTTY-User-Key-File-', 'AGE-SECRET-KEY-1'];
const registryToken = /^[^#;]*(?:_authToken|_auth|_password|npmAuthToken|npmAuthIdent)["']?\s*[:=]/i;

/** Kind of secret that the name of a file suggests. `file` is relative to the imported directory, with "/" between its parts. */
export function secretByName(file: string): string | undefined {
  const name = path.posix.basename(file);
  return secretNames.find(([pattern]) => pattern.test(name))?.[1] ?? (secretPaths.test(file) ? 'credentials' : undefined);
}

/** Kind of secret that the contents of a file show. */
export function secretByContent(file: string, bytes: Buffer): string | undefined {
  if (keyWords.some((word) => bytes.includes(word)) && privateKey.test(bytes.toString('latin1'))) return 'it contains a private key';
  const isOfRegistry = /^\.(?:npmrc|yarnrc|yarnrc\.yml)$/i.test(path.posix.basename(file));
  if (!isOfRegistry) return undefined;
  const lines = bytes.toString('latin1').split('\n');
  return lines.some((line) => registryToken.test(line)) ? 'credentials' : undefined;
}
