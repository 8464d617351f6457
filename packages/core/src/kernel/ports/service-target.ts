import type { ConnectionKind, ConnectionStatus } from '@gatehouse/domain';
import type { SealedSecret } from '@gatehouse/storage';
import type { GatewayError } from '../errors/errors.ts';

export type JsonObject = Record<string, unknown>;

/** Facts that a connector needs to reach a service. */
export interface ServiceTarget {
  orgId: string;
  connectionId: string;
  service: string;
  kind: ConnectionKind;
  config: JsonObject;
  /** Changes with configuration and credentials, and with a test. Open resources of an older revision are dropped. */
  revision: number;
  /** Changes with every edit, and with pausing and resuming, but not with a test. */
  updatedAt: number;
  /** Last known status, noted by any process. */
  status: ConnectionStatus;
  /** Time of the last listing of its catalogue. Null before the first one. */
  catalogueAt: number | null;
  /** Reads the secrets, still encrypted. A connector calls it only when it has to connect. */
  readSecrets(): Promise<SealedSecret[]>;
  /** Account at the service to use, if people sign in there (D62). Undefined if there is none. */
  account?: TargetAccount | undefined;
}

/** One account at a service, with only its own tokens. Each method reads the current state of the store. */
export interface TargetAccount {
  /** Changes with every new connection of the account. */
  id: string;
  /** Owner of the account; '' for the organization's. */
  personId: string;
  /** Reads the tokens. Undefined if the account has ended or was disconnected, by any process. */
  read(): Promise<StoredTokens | undefined>;
  /**
   * Claims the renewal of the tokens. Only one process renews at a time, because a refresh token may be valid once. Undefined if another
   * process has the claim.
   */
  claim(revision: number): Promise<RenewalClaim | undefined>;
  /** Replaces the tokens of a revision. Returns false if they no longer exist. */
  renewed(revision: number, tokens: RenewedTokens): Promise<boolean>;
  /** Records that the tokens of a revision have ended. Returns false if there are newer ones. */
  ended(revision: number, note: string): Promise<boolean>;
  /** Error for a call whose account has ended. */
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
  /** Gives up the claim after a failure, so that another process may try. */
  release(): Promise<void>;
}
