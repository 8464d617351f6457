/**
 * Secrets of every world: credentials that tests give to services, and secrets with which installations encrypt them. They occur nowhere
 * else. Each begins with letters and digits that stay unchanged in JSON, in addresses and in shells.
 */
const credentialCore = 'cAnArY4f9d02b7c6e1Zq8Wk3Tn5Xv7Lr2';
export const credential = `${credentialCore}/"+&=x`;
/** Prefix of tokens that services issue, valid in a header. */
export const tokenMark = credentialCore;
const installationCore = 'iNsTaL9c0e7d51a3b2Hm6Pf4Gy8Bd1Js5';
export const installationSecret = `${installationCore}, of every test`;

export interface Planted {
  name: string;
  /** Searched part: letters, digits, "-" and "_" only. */
  core: string;
}

export const plantedEverywhere: readonly Planted[] = [
  { name: 'the credential', core: credentialCore },
  { name: 'the installation secret', core: installationCore },
];

interface Trace {
  name: string;
  bytes: Buffer;
}

/** Returns a secret in all forms in which it could appear, each as two halves, because even a part must not appear. */
export function tracesOf({ name, core }: Planted): Trace[] {
  const trace = (form: string, bytes: Buffer | string): Trace => ({ name: `${name}, ${form}`, bytes: Buffer.from(bytes) });
  return halves(core).flatMap((half) => [
    trace('as it is', half),
    trace('backwards', [...half].reverse().join('')),
    trace('in UTF-16', Buffer.from(half, 'utf16le')),
    trace('in hex', Buffer.from(half).toString('hex')),
    trace('in hex', Buffer.from(half).toString('hex').toUpperCase()),
    ...(['base64', 'base64url'] as const).flatMap((encoding) => inBase64(half, encoding).map((text) => trace(`in ${encoding}`, text))),
  ]);
}

/**
 * Encodes in base64, which differs for each of three alignments after other text. The first and last letters depend on the neighbors, so
 * they are cut.
 */
function inBase64(text: string, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((before) =>
    Buffer.from(`${'.'.repeat(before)}${text}`)
      .toString(encoding)
      .slice(before === 0 ? 0 : 4, -4),
  );
}

function halves(text: string): [string, string] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
