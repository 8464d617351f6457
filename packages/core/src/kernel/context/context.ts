import type { AccessLevel, Entrance, ItemType, Role } from '@gatehouse/domain';
import type { Attribution, FileStore, IdempotentCallName, KeyOfPerson, Membership, Op, Session, Store, Viewer } from '@gatehouse/storage';
import type { GatewayError } from '../errors/errors.ts';
import type { Outbox } from '../mail/post-commit-mail.ts';
import type { CompanyPort } from '../ports/company-port.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { ServicePort } from '../ports/service-port.ts';
import type { TextMerger } from '../ports/text-merger.ts';
import type { StagedBytes } from '../ports/transfer.ts';
import type { WebhookPort } from '../ports/webhook-port.ts';

/** Proof of a caller's identity. The command line vouches for the operator and for the person it acts as. */
export type Credential =
  | KeyCredential
  | TokenCredential
  | SessionCredential
  | VisitorCredential
  | { type: 'person'; orgId: string; personId: string }
  | { type: 'operator' };

/** A key as sent, with a cache of its hash: an entrance passes the same credential to `identify` and to `call`. */
export interface KeyCredential {
  type: 'key';
  key: string | undefined;
  hash?: Buffer;
}

/** Access token of a client that a person signed in. Valid at the MCP entrance only (D46). */
export interface TokenCredential {
  type: 'token';
  token: string;
}

/** Session of a signed-in browser (D39). */
export interface SessionCredential {
  type: 'session';
  token: string;
  /** Organization in which the account acts as a person. Undefined for calls without an organization. */
  orgId: string | undefined;
  visit: ClientContext;
}

/** A browser that is not signed in: it sets up, signs in, or follows a link. */
export interface VisitorCredential {
  type: 'visitor';
  visit: ClientContext;
}

/** Facts about a browser, apart from its session. */
export interface ClientContext {
  /** Address that password attempts are counted for. Undefined if it would count all callers together (D41). */
  address: string | undefined;
  /** Cookie of a browser that was signed in before. */
  browser: string | undefined;
  /** Cookie of the browser during a company sign-in. Undefined outside of one. */
  company?: string | undefined;
  /** User agent of the browser. */
  client: string | undefined;
}

/** Cookies to set in the browser of a call. */
export interface CookieChanges {
  /** Token of its session. Null removes the present one. */
  session?: string | null;
  browser?: string;
  /** Identifies the browser in the company sign-ins that it has begun. */
  company?: string;
}

/**
 * Caller of a call, resolved at this instant. It is a key, a person of an organization, an account without an organization, a visitor who
 * is not signed in, or the operator.
 */
export interface Caller {
  type: 'key' | 'person' | 'account' | 'visitor' | 'operator';
  orgId: string;
  personId: string | null;
  role: Role;
  /** The calling person, or the person the key acts for (D12). Null for the operator. */
  person: { name: string; email: string } | null;
  access: AccessLevel;
  key: Omit<KeyOfPerson, 'role' | 'personName' | 'personEmail'> | null;
  /** Null for callers without a session. A person without one acts on the command line. */
  session: Session | null;
  /** Token known only to the browser. Secrets are derived from it, and it is never stored. */
  sessionToken?: string;
  /** Expiry of the access token of a grant. The client then renews it. */
  tokenExpiresAt?: number;
  /** Set for calls from a browser. */
  visit: ClientContext | null;
}

/** A caller with the limits of its key (D49). */
export interface LimitedBy {
  key: Pick<KeyOfPerson, 'limits' | 'agentId'> | null;
}

/** Client library that made the call. It is self-declared: shown, never trusted (D15). */
export interface Sdk {
  name: string;
  version: string | null;
}

/** Way in which a call came in. */
export interface Origin {
  entrance: Entrance;
  sdk?: Sdk | undefined;
  /** Program that uses the SDK, as it names itself. */
  client?: string | undefined;
  /** Machine name from the program: shown, never trusted (D72). */
  machine?: string | undefined;
  /** Valid `traceparent` of the caller. The trace is logged, and passed on to connected services (D14). */
  traceparent?: string | undefined;
}

/** Subject of a call for its activity row. A tool fills it in while it runs. */
export interface ActivityNotes {
  itemType:
    | ItemType
    | 'task'
    | 'folder'
    | 'key'
    | 'person'
    | 'group'
    | 'agent'
    | 'organization'
    | 'connection'
    | 'account'
    | 'session'
    | 'invitation'
    | 'webhook'
    | null;
  itemId: string | null;
  agentName: string | null;
  orgId: string | null;
  /**
   * Organizations and persons under which a call of an account or a visitor is logged. Empty for an unknown account; null for other calls
   * (D42).
   */
  memberships: readonly Pick<Membership, 'orgId' | 'personId'>[] | null;
  service: string | null;
  connectionId: string | null;
  serviceTool: string | null;
  serviceMicros: number | null;
}

/** Reading of a skill's version: reader, program and machine. */
export interface NotedLoad {
  orgId: string;
  itemId: string;
  readerId: string;
  client: string;
  machine: string;
  version: number;
}

/** A picture for an agent. */
export interface Picture {
  mimeType: string;
  bytes: Buffer;
}

/** Facts about the installation that tools need. */
export interface Settings {
  /** Public address of the HTTP entrance. If null, no download addresses are given (D24). */
  baseUrl: string | null;
  /** Address of the console in browsers. Links for people begin with it, whatever host a request names (D40). */
  consoleUrl: string;
  /** Address where MCP clients sign in. Undefined if they cannot (D47). */
  signInUrl?: string | undefined;
  /** Key for signing download addresses. */
  secret: Buffer;
  callsPerMinute: number;
  /** Facts about the installation for people. Undefined if they are not shown. */
  installation?: Installation;
}

export interface Installation {
  version: string;
  /** Days for which rows of the activity log are kept. 0 keeps them forever. */
  activityDays: number;
  /** Time limit for a call of a service. */
  serviceTimeoutSeconds: number;
}

/** Definition of a tool while it runs. */
export interface CalledTool {
  name: string;
  access: AccessLevel;
  /** Arguments by name. */
  input: { shape: object };
}

/** A check that refused the call of a tool. The values are in the order of the checks (D1). */
export interface ToolRefusal {
  check: 'tool' | 'access' | 'key_limits' | 'role';
  error: GatewayError;
}

/** All tools, and who may call them. */
export interface KnownTools {
  find(name: string): { definition: CalledTool & { audience: string; role?: Role } } | undefined;
  /** Tools for agents, in the order of their list. */
  agentTools: readonly { definition: CalledTool }[];
  refusal(name: string, caller: Caller): ToolRefusal | undefined;
}

/** A call that its agent may repeat: its name and a hash of its arguments (D70). */
export interface RepeatableCall extends IdempotentCallName {
  argumentsHash: Buffer;
}

/** Effects of a call besides its changes and its result. A tool fills them in while it runs. */
export interface CallEffects {
  /** Bytes that this call has moved to or from the file store. */
  moved: StagedBytes;
  /** Mail that is sent after a workspace tool's call has succeeded. */
  postCommitMail: Outbox;
  /** Versions of skills that the call returns. */
  loads: NotedLoad[];
  /** Picture that the call shows in addition to its result (D24.5). */
  picture?: Picture;
  /** Cookies to set after the call has succeeded. Undefined for calls that do not come from a browser. */
  browser: CookieChanges | undefined;
}

/** The call that a tool answers. */
export interface CurrentCall {
  tool: CalledTool;
  origin: Origin;
  /** Author of the changes of this call. */
  attribution: Attribution;
  /** Idempotency of the call; undefined without a key (D70). */
  repeatable: RepeatableCall | undefined;
  /** Subject of the call for the log. */
  notes: ActivityNotes;
  effects: CallEffects;
}

/** The gateway for programs: its settings, and parts that answer at once. */
export interface GatewayForTools {
  settings: Settings;
  registry: KnownTools;
  services: Pick<ServicePort, 'seal' | 'listedSchema' | 'forget'>;
  /** The company's sign-in. Undefined if none is set up. */
  company: Pick<CompanyPort, 'issuer' | 'groupsClaim'> | undefined;
  /** Finds large texts that were merged recently. */
  merger: Pick<TextMerger, 'find'>;
  /** True if the bytes of files are in a file store. Otherwise they are in the database. */
  hasFileStore: boolean;
  /** True if mail is set up. Without it, people copy links. */
  sendsMail: boolean;
  /** Adds the starter content of a new organization; `viewer` is its owner. */
  fillOrganization(context: ToolContext): Op<void>;
}

/** Everything that a tool may use. The gateway builds one for each call. */
export interface ToolContext {
  store: Store;
  caller: Caller;
  viewer: Viewer;
  /** Milliseconds since the epoch; the same for the whole call. */
  now: number;
  call: CurrentCall;
  gateway: GatewayForTools;
}

/** Parts of the gateway to wait for: ways out of the process, and slow work on threads. */
export interface Ports {
  /** Store for the bytes of files. Undefined if they are in the database. */
  files: FileStore | undefined;
  /** The company's sign-in. Undefined if none is set up. */
  company: CompanyPort | undefined;
  services: ServicePort;
  webhooks: WebhookPort;
  passwords: PasswordHasher;
}

/** Everything that a tool that leaves the process may use. */
export interface OutsideContext extends ToolContext {
  ports: Ports;
}
