import { ProtocolError, SdkHttpError, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { ServiceFailure } from '../failure.ts';
import { objectOf } from '../guards.ts';

/** The service refused our protocol version and named one that we speak too. */
export class VersionRefused extends ServiceFailure {
  readonly version: string;

  constructor(version: string, { kind, message, cause }: ServiceFailure) {
    super(kind, message, { neverRan: true, lostConnection: true, cause });
    this.version = version;
  }
}

/** Our versions, this one first: the first is offered, all are accepted. */
export function startingWith(version: string): string[] {
  return [version, ...SUPPORTED_PROTOCOL_VERSIONS.filter((other) => other !== version)];
}

/** The newest version that a refusal names and we speak, beside the one that was refused. */
export function offeredVersion(refusal: unknown): string | undefined {
  const named = versionsIn(refusal);
  const [newest] = SUPPORTED_PROTOCOL_VERSIONS;
  return SUPPORTED_PROTOCOL_VERSIONS.find((version) => version !== newest && named.includes(version));
}

function versionsIn(refusal: unknown): readonly unknown[] {
  if (refusal instanceof SdkHttpError) return typeof refusal.data.text === 'string' ? datesIn(refusal.data.text) : [];
  if (!(refusal instanceof ProtocolError)) return refusal instanceof Error && refusal.cause !== undefined ? versionsIn(refusal.cause) : [];
  const supported = objectOf(refusal.data)?.supported;
  return Array.isArray(supported) ? supported : datesIn(refusal.message);
}

/** Versions are dates. Other refusals may hold dates too, so they have to speak of versions. */
function datesIn(text: string): readonly string[] {
  return /version/i.test(text) ? (text.match(/\b20\d\d-\d\d-\d\d\b/g) ?? []) : [];
}
