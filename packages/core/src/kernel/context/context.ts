import type { AccessLevel, Entrance, ItemType, Role } from '@gatehouse/domain';
import type { Attribution, FileStore, IdempotentCallName, KeyOfPerson, Membership, Op, Session, Store, Viewer } from '@gatehouse/storage';
import type { GatewayError } from '../errors/errors.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Outbox } from '../mail/post-commit-mail.ts';
import type { CompanyPort } from '../ports/company-port.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { ServicePort } from '../ports/service-port.ts';
import type { TextMerger } from '../ports/text-merger.ts';
import type { StagedBytes } from '../ports/transfer.ts';
import type { WebhookPort } from '../ports/webhook-port.ts';

/** How a call proves who makes it. The command line vouches for the operator and for the person it acts as. */
export type Credential =
  | KeyCredential
  | TokenCredential
  | SessionCredential
  | VisitorCredential
  | { type: 'person'; orgId: string; personId: string }
  | { type: 'operator' };

/** A key as it came; what it hashes to is kept beside it, because an entrance shows the same one to `identify` and to `call`. */
export interface KeyCredential {
  type: 'key';
  key: string | undefined;
  hash?: Buffer;
}

/** An access token of a client that somebody signed in: for the MCP entrance alone (D46). */
export interface TokenCredential {
  type: 'token';
  token: string;
}

/** A browser that is signed in (D39). */
export interface SessionCredential {
  type: 'session';
  token: string;
  /** Where it acts as the person that its account is there; undefined for what has no organization. */
  orgId: string | undefined;
  visit: ClientContext;
}

/** A browser that is not signed in: it sets up, signs in, or follows a link. */
export interface VisitorCredential {
  type: 'visitor';
  visit: ClientContext;
}

/** What the entrance knows of a browser beside its session. */
export interface ClientContext {
  /** What its tries of passwords count for; undefined where that would be everybody (D41). */
  address: string | undefined;
  /** What a browser keeps that was signed in before. */
  browser: string | undefined;
  /** What it keeps while it is at the company; undefined where it is not. */
  company?: string | undefined;
  /** How it calls itself. */
  client: string | undefined;
}

/** What the browser of a call is to keep from now on. */
export interface CookieChanges {
  /** The token of its session; null has it forget the one it has. */
  session?: string | null;
  browser?: string;
  /** Names the browser to the company sign-ins that it has begun. */
  company?: string;
}

/**
 * Who makes a call, resolved at this instant: a key, a person of an organization, an account where no organization is meant, somebody who
 * is not signed in, or the operator.
 */
export interface Caller {
  type: 'key' | 'person' | 'account' | 'visitor' | 'operator';
  orgId: string;
  personId: string | null;
  role: Role;
  /** Who calls, or whom the key acts for (D12); null for the operator. */
  person: { name: string; email: string } | null;
  access: AccessLevel;
  key: Omit<KeyOfPerson, 'role' | 'personName' | 'personEmail'> | null;
  /** A person without one is acted for on the command line. */
  session: Session | null;
  /** What its browser alone has: secrets are made from it, and it is kept nowhere. */
  sessionToken?: string;
  /** When the access token that is shown for a grant expires, which the client then renews. */
  tokenExpiresAt?: number;
  /** Of calls that come from a browser. */
  visit: ClientContext | null;
}

/** A caller as far as its key may limit it (D49). */
export interface LimitedBy {
  key: Pick<KeyOfPerson, 'limits' | 'agentId'> | null;
}

/** The client library that made the call: self-declared, shown, never trusted (D15). */
export interface Sdk {
  name: string;
  version: string | null;
}

/** How a call came in. */
export interface Origin {
  entrance: Entrance;
  sdk?: Sdk | undefined;
  /** The program behind the SDK, as it calls itself. */
  client?: string | undefined;
  /** The name that the program gives its machine: shown, never trusted (D72). */
  machine?: string | undefined;
  /** The valid `traceparent` of the caller: its trace is logged, and handed on to connected services (D14). */
  traceparent?: string | undefined;
}

/** What of a call's subject goes into its activity row; a tool fills it in as it finds out. */
export interface ActivityNotes {
  itemType:
    | ItemType
    | 'task'
    | 'folder'
    | 'key'
    | 'person'
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
  /** Of calls of an account or a visitor: where they are logged, as whom. Empty for an account that nobody knows; null for other calls (D42). */
  memberships: readonly Pick<Membership, 'orgId' | 'personId'>[] | null;
  service: string | null;
  connectionId: string | null;
  serviceTool: string | null;
  serviceMicros: number | null;
}

/** Who read a version of a skill, with which program, and where. */
export interface NotedLoad {
  orgId: string;
  itemId: string;
  readerId: string;
  client: string;
  machine: string;
  version: number;
}

/** A picture that an agent is shown. */
export interface Picture {
  mimeType: string;
  bytes: Buffer;
}

/** What tools need to know of the installation. */
export interface Settings {
  /** The public address of the HTTP entrance; null where there is none, and then no download addresses are given (D24). */
  baseUrl: string | null;
  /** Where browsers find the console: links for people begin with it, whatever a request says of its host (D40). */
  consoleUrl: string;
  /** Where clients of MCP sign in; undefined where they cannot (D47). */
  signInUrl?: string | undefined;
  /** Signs download addresses. */
  secret: Buffer;
  callsPerMinute: number;
  /** What people are told of the installation they work in; undefined where nobody is. */
  installation?: Installation;
}

export interface Installation {
  version: string;
  /** How long rows of the activity log are kept; 0 for good. */
  activityDays: number;
  /** How long a call of a service may take. */
  serviceTimeoutSeconds: number;
}

/** What is known of a tool while it runs. */
export interface CalledTool {
  name: string;
  access: AccessLevel;
  /** What it takes, by the names of its arguments. */
  input: { shape: object };
}

/** What stands between a caller and a tool, in the order in which it is asked (D1). */
export interface ToolRefusal {
  check: 'tool' | 'access' | 'key_limits' | 'role';
  error: GatewayError;
}

/** The tools there are, and who may call them. */
export interface KnownTools {
  find(name: string): { definition: CalledTool & { audience: string; role?: Role } } | undefined;
  /** Those of agents, in the order in which agents see them. */
  agentTools: readonly { definition: CalledTool }[];
  refusal(name: string, caller: Caller): ToolRefusal | undefined;
}

/** A call that its agent may repeat: what names it, and what it was given (D70). */
export interface RepeatableCall extends IdempotentCallName {
  argumentsHash: Buffer;
}

/** Everything a tool may use. Built once per call by the gateway. */
export interface ToolContext {
  store: Store;
  /** Where the bytes of files go; undefined when that is the database. */
  files: FileStore | undefined;
  /** What this call has brought to the file store or from there. */
  moved: StagedBytes;
  /** Sends what is in `postCommitMail`; undefined where no mail is set up. No tool calls it. */
  mailer: Mailer | undefined;
  /** The way to the company's sign-in; undefined where none is set up. */
  company: CompanyPort | undefined;
  /** What a workspace tool has mailed when its call has succeeded. */
  postCommitMail: Outbox;
  /** The way to connected services; no tool reaches one in another way. */
  services: ServicePort;
  /** Delivers to the receivers of webhooks. */
  webhooks: WebhookPort;
  /** Merges large texts between two runs of a program. */
  merger: TextMerger;
  settings: Settings;
  registry: KnownTools;
  /** The one that is called. */
  tool: CalledTool;
  caller: Caller;
  viewer: Viewer;
  attribution: Attribution;
  origin: Origin;
  notes: ActivityNotes;
  /** The versions of skills that the call returns. */
  loads: NotedLoad[];
  /** Picture that the call shows beside its result (D24.5). */
  shown: { picture?: Picture };
  passwords: PasswordHasher;
  /** Puts into a new organization what every one starts with; `viewer` is its owner. */
  fillOrganization(context: ToolContext): Op<void>;
  /** What the browser is to keep when the call has succeeded; undefined for calls that come from none. */
  browser: CookieChanges | undefined;
  /** Idempotency of the call; undefined without a key (D70). */
  repeatable: RepeatableCall | undefined;
  /** Milliseconds since the epoch; the same for the whole call. */
  now: number;
}
