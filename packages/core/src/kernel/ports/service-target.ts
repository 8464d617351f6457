import type { ConnectionKind, ConnectionStatus } from '@gatehouse/domain';
import type { SealedSecret } from '@gatehouse/storage';
import type { GatewayError } from '../errors/errors.ts';

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** What a connector must know to reach a service. */
export interface ServiceTarget {
  orgId: string;
  connectionId: string;
  service: string;
  kind: ConnectionKind;
  config: JsonObject;
  /** Changes with configuration and credentials, and when it was tested: what is kept open for an older one is left. */
  revision: number;
  /** Changes with every edit, and when it is paused or resumed, but not when it was tested. */
  updatedAt: number;
  /** What was last noted of it, by whichever process. */
  status: ConnectionStatus;
  /** When its catalogue was last listed; null before the first time. */
  catalogueAt: number | null;
  /** Asked for only when a connector has to connect; what comes is still encrypted. */
  readSecrets(): Promise<SealedSecret[]>;
  /** The account at the service that is meant, where people sign in there (D62); undefined where none is. */
  account?: TargetAccount | undefined;
}

/** An account at a service, with its tokens and nobody else's. What it is asked is answered by what is stored at this instant. */
export interface TargetAccount {
  /** Another one each time that it is connected. */
  id: string;
  /** Whose it is; '' for the one of the organization. */
  personId: string;
  /** Undefined where it has ended or was disconnected, by whichever process. */
  read(): Promise<StoredTokens | undefined>;
  /** Of all processes one renews its tokens at a time, because a refresh token may be good once; undefined where another one does. */
  claim(revision: number): Promise<RenewalClaim | undefined>;
  /** Puts new tokens in the place of those of a revision; false where these are not there any more. */
  renewed(revision: number, tokens: RenewedTokens): Promise<boolean>;
  /** The tokens of a revision have ended; false if there are newer ones. */
  ended(revision: number, note: string): Promise<boolean>;
  /** What a call is answered that finds it ended. */
  connectFirst(): Promise<GatewayError>;
}

export interface StoredTokens {
  revision: number;
  sealed: SealedSecret;
}

export interface RenewedTokens {
  sealed: SealedSecret;
  expiresAt: number | undefined;
  scope: string | undefined;
}

export interface RenewalClaim {
  /** Nothing came of it: another one may try. */
  release(): Promise<void>;
}
