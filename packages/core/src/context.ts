import type { AccessLevel, Attribution, Entrance, FileStore, ItemType, KeyOfPerson, Role, Store, Viewer } from '@gatehouse/storage';
import type { MovedBytes } from './files/transfer.ts';
import type { ServicePort } from './services/port.ts';

/** How a call proves who makes it. People and the operator are vouched for by the console and the command line. */
export type Credential = KeyCredential | { type: 'person'; orgId: string; personId: string } | { type: 'operator' };

/** A key as it came; what it hashes to is kept beside it, because an entrance shows the same one to `identify` and to `call`. */
export interface KeyCredential {
  type: 'key';
  key: string | undefined;
  hash?: Buffer;
}

/** Who makes a call, resolved at this instant. */
export interface Caller {
  type: 'key' | 'person' | 'operator';
  orgId: string;
  personId: string | null;
  role: Role;
  /** Who calls, or whom the key acts for (D12); null for the operator. */
  person: { name: string; email: string } | null;
  access: AccessLevel;
  key: Omit<KeyOfPerson, 'role' | 'personName' | 'personEmail'> | null;
}

/** A caller as far as its key may limit it (D49). */
export interface LimitedBy {
  key: Pick<KeyOfPerson, 'limits'> | null;
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
  /** The valid `traceparent` of the caller: its trace is logged, and handed on to connected services (D14). */
  traceparent?: string | undefined;
}

/** What of a call's subject goes into its activity row; a tool fills it in as it finds out. */
export interface ActivityNotes {
  itemType: ItemType | 'task' | 'folder' | 'key' | 'person' | 'agent' | 'organization' | 'connection' | null;
  itemId: string | null;
  agentName: string | null;
  orgId: string | null;
  service: string | null;
  connectionId: string | null;
  serviceTool: string | null;
  serviceMicros: number | null;
}

/** What tools need to know of the installation. */
export interface Settings {
  /** The public address of the HTTP entrance; null where there is none, and then no download addresses are given (D24). */
  baseUrl: string | null;
  /** Signs download addresses. */
  secret: Buffer;
  callsPerMinute: number;
}

/** Everything a tool may use. Built once per call by the gateway. */
export interface ToolContext {
  store: Store;
  /** Where the bytes of files go; undefined when that is the database. */
  files: FileStore | undefined;
  /** What this call has brought to the file store or from there. */
  moved: MovedBytes;
  /** The way to connected services; no tool reaches one in another way. */
  services: ServicePort;
  settings: Settings;
  caller: Caller;
  viewer: Viewer;
  attribution: Attribution;
  notes: ActivityNotes;
  /** Milliseconds since the epoch; the same for the whole call. */
  now: number;
}
