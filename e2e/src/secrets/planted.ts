/**
 * The secrets of every world: what tests give services as credentials, and what installations encrypt them with. They are nowhere
 * else to be found. Each begins with letters and digits that stand unchanged in JSON, in addresses and in shells.
 */
const credentialCore = 'cAnArY4f9d02b7c6e1Zq8Wk3Tn5Xv7Lr2';
export const credential = `${credentialCore}/"+&=x`;
/** What tokens begin with that services give: a header carries it. */
export const tokenMark = credentialCore;
const installationCore = 'iNsTaL9c0e7d51a3b2Hm6Pf4Gy8Bd1Js5';
export const installationSecret = `${installationCore}, of every test`;

export interface Planted {
  name: string;
  /** Letters, digits, "-" and "_" only; what is looked for. */
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

/** A secret in the forms in which it could stand somewhere, each as its two halves: a part of it is one too many. */
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

/** Base64 looks different at each of the three places where the text before it may end; its first and last letters hang on its neighbours. */
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
