import { ProtocolError, SdkHttpError, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { ServiceFailure } from '../../kernel/failure.ts';
import { objectOf } from '../../kernel/guards.ts';

/** Failure of a service that refused our protocol version and named one that we support too. */
export class VersionRefused extends ServiceFailure {
  readonly version: string;

  constructor(version: string, { kind, message, cause }: ServiceFailure) {
    super(kind, message, { neverRan: true, lostConnection: true, cause });
    this.version = version;
  }
}

/** Lists our versions with the given one first. A client offers the first and accepts all. */
export function startingWith(version: string): string[] {
  return [version, ...SUPPORTED_PROTOCOL_VERSIONS.filter((other) => other !== version)];
}

/** Newest version that a refusal names and we support, other than the refused one. */
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

/** Finds dates, because versions are dates. Only in a text about versions, because other errors can contain dates too. */
function datesIn(text: string): readonly string[] {
  return /version/i.test(text) ? (text.match(/\b20\d\d-\d\d-\d\d\b/g) ?? []) : [];
}
