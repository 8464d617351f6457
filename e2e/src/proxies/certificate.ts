import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** In PEM, as servers read them. */
  certificate: string;
  key: string;
}

/** A certificate for localhost that signs itself, good for a day. Node makes none, and not every machine has OpenSSL's command. */
export function makeCertificate(now = Date.now()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
  const name = sequence(set(sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('localhost')))));
  const day = 24 * 60 * 60 * 1000;
  const isAuthority = sequence(Buffer.from('0603551d13', 'hex'), der(0x04, sequence(Buffer.from('0101ff', 'hex'))));
  const alternativeNames = sequence(Buffer.from('0603551d11', 'hex'), der(0x04, sequence(der(0x82, Buffer.from('localhost')))));
  const signed = sequence(
    der(0xa0, Buffer.from('020102', 'hex')),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(now - day), time(now + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, alternativeNames)),
  );
  const signature = sign('sha256', signed, privateKey);
  const whole = sequence(signed, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** Encodes one value in DER: tag, length and content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return der(0x31, part);
}

function time(at: number): Buffer {
  return der(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`));
}
