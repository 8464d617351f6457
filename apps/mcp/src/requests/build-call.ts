import type { Call } from '@gatehouse/core';
import { fieldOf } from '@gatehouse/domain';
import { checkArgumentBytes, maximumArgumentBytes } from '@gatehouse/entrance';
import type { GivenArguments } from './incoming.ts';

export interface CallParts extends Pick<Call, 'tool' | 'credential' | 'origin' | 'requestId' | 'signal' | 'onProgress'> {
  given: GivenArguments;
  /** The `_meta` of the message, with its idempotency key. */
  meta: object | undefined;
}

/** Builds a call for the gateway from any message that calls a tool. The arguments are checked when the gateway reads them. // D1 */
export function buildCall({ given, meta, ...parts }: CallParts): Call {
  return {
    ...parts,
    readArguments: () => {
      checkArgumentBytes(given.bytes, maximumArgumentBytes(parts.tool));
      return given.read();
    },
    argumentBytes: given.bytes,
    idempotencyKey: fieldOf(meta, 'gatehouse/idempotencyKey'), // D70
  };
}

/** Arguments that this process makes itself, as those of a message. */
export function ownArguments(input: object): GivenArguments {
  return { read: () => input, bytes: Buffer.byteLength(JSON.stringify(input)) };
}
