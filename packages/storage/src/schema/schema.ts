import {
  accessLevels,
  agentKinds,
  bulkActions,
  bulkOutcomes,
  bulkStates,
  changeKinds,
  connectionAccountStatuses,
  connectionKinds,
  connectionStatuses,
  type DirectTool,
  entrances,
  fileKinds,
  fileObjectStates,
  folderVisibilities,
  idempotentCallStates,
  itemTypes,
  type KeyLimits,
  keySearches,
  type LeftOutWhy,
  linkKinds,
  oauthModels,
  reviewDecisionWays,
  roles,
  storedVisibilities,
  strangerKinds,
  takeBackExpectations,
  takeBackStates,
  taskStatuses,
  textFailureReasons,
  textSources,
  textStates,
  type WebhookEvent,
  webhookStatuses,
  webhookStops,
} from '@gatehouse/domain';
import type { FieldValues } from './history/field-values.ts';
import { type Kit, postgresKit, sqliteKit } from './kit.ts';
import { type StoredProgress, storedOutcomes } from './stored-take-back.ts';
import type { TakeBackPlan } from './take-back.ts';

/**
 * Defines every table once. Indexes are in the migrations, next to the SQL that creates the tables. Times are milliseconds since the Unix
 * epoch. Every row of a workspace is keyed by its organization.
 */
function defineTables(kit: Kit) {
  return {
    ...defineOrganizations(kit),
    ...defineGroups(kit),
    ...defineAccounts(kit),
    ...defineOauth(kit),
    ...defineItems(kit),
    ...defineChanges(kit),
    ...defineDecisions(kit),
    ...defineComments(kit),
    ...defineInbox(kit),
    ...defineTakeBacks(kit),
    ...defineBulkChanges(kit),
    ...defineWork(kit),
    ...defineServices(kit),
    ...defineWebhooks(kit),
  };
}

export type Tables = ReturnType<typeof defineTables>;
export const sqliteTables: Tables = defineTables(sqliteKit);
export const postgresTables: Tables = defineTables(postgresKit);

function defineOrganizations(kit: Kit) {
  const organizations = kit.table('organizations', {
    id: kit.text('id').primaryKey(),
    /** Small and unique. It is the upper half of the organization's search rows. */
    number: kit.int('number').notNull().unique(),
    name: kit.text('name').notNull(),
    taskCount: kit.int('task_count').notNull(),
    /** Hosts of clients that may be allowed to act for its people. Null: any host (D46). */
    clientHosts: kit.json('client_hosts').$type<string[]>(),
    /** House rules, which every agent reads on connecting (D80). Null if the organization has none. */
    houseRules: kit.text('house_rules'),
    /** True if its keys can only read, whatever their access level (D85). */
    agentsReadOnly: kit.bool('agents_read_only').notNull(),
    /** True if changes of agents to items outside of folders wait for a review (D78). */
    asksReview: kit.bool('asks_review').notNull(),
    createdAt: kit.int('created_at').notNull(),
    /** Time from which the history has every value. Earlier values are unknown (D67). */
    historySince: kit.int('history_since').notNull(),
  });
  const people = kit.table(
    'people',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      email: kit.text('email').notNull(),
      name: kit.text('name').notNull(),
      role: kit.text('role', { enum: roles }).notNull(),
      createdAt: kit.int('created_at').notNull(),
      removedAt: kit.int('removed_at'),
      /** Account that signs in as this person. Null if only the command line and keys act for them (D38). */
      accountId: kit.text('account_id'),
      /** Time up to which the person has seen the news (D58). Null if they have not marked any. */
      newsSeenAt: kit.int('news_seen_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  const agents = kit.table(
    'agents',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      personId: kit.text('person_id').notNull(),
      name: kit.text('name').notNull(),
      kind: kit.text('kind', { enum: agentKinds }).notNull(),
      createdAt: kit.int('created_at').notNull(),
      removedAt: kit.int('removed_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  const keys = kit.table(
    'keys',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      agentId: kit.text('agent_id').notNull(),
      personId: kit.text('person_id').notNull(),
      name: kit.text('name'),
      /** SHA-256 of the whole key. The key itself is never stored (D10). */
      hash: kit.bytes('hash').notNull().unique(),
      /** Visible part of the key. Empty for a grant, which is used with the access tokens of its client, not with a key (D46). */
      prefix: kit.text('prefix').notNull(),
      access: kit.text('access', { enum: accessLevels }).notNull(),
      scopes: kit.json('scopes').$type<string[]>().notNull(),
      /** Null if the key is limited only by its access level and its person (D49). */
      limits: kit.json('limits').$type<KeyLimits>(),
      createdAt: kit.int('created_at').notNull(),
      expiresAt: kit.int('expires_at'),
      revokedAt: kit.int('revoked_at'),
      lastUsedAt: kit.int('last_used_at'),
      /** Key that replaced this one in a rotation. */
      replacedBy: kit.text('replaced_by'),
      /** Default for the `match` argument of `search` (D23.11). */
      search: kit.text('search', { enum: keySearches }).notNull(),
      /** Tools of services that the key lists under their own names (D76). Null if there are none. */
      directTools: kit.json('direct_tools').$type<DirectTool[]>(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  /** Call times of the last minute, for each key and each session: a sliding log (D13, D39). */
  const callSlots = kit.table('call_slots', { keyId: kit.text('key_id').primaryKey(), times: kit.times('times').notNull() });
  return { organizations, people, agents, keys, callSlots };
}

/** Groups of people, with which folders and connections are shared (D77). */
function defineGroups(kit: Kit) {
  const personGroups = kit.table(
    'person_groups',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      name: kit.text('name').notNull(),
      /** Value of the company's claim whose people are in the group. Null if people are added by hand. */
      claimValue: kit.text('claim_value'),
      createdAt: kit.int('created_at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  const groupMembers = kit.table(
    'group_members',
    {
      orgId: kit.text('org_id').notNull(),
      groupId: kit.text('group_id').notNull(),
      personId: kit.text('person_id').notNull(),
      /** Time at which a person who came by company sign-in is no longer in the group. Null if they were added by hand. */
      expiresAt: kit.int('expires_at'),
      createdAt: kit.int('created_at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.groupId, table.personId] })],
  );
  return { personGroups, groupMembers };
}

/** Accounts that people sign in to. An account may belong to people in several organizations (D38). */
function defineAccounts(kit: Kit) {
  const accounts = kit.table('accounts', {
    id: kit.text('id').primaryKey(),
    /** In lower case. */
    email: kit.text('email').notNull().unique(),
    name: kit.text('name').notNull(),
    /** Argon2id hash with its salt and parameters. Null if the account signs in without a password. */
    passwordHash: kit.text('password_hash'),
    createdAt: kit.int('created_at').notNull(),
  });
  const sessions = kit.table('sessions', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the token, which only the browser has (D39). */
    hash: kit.bytes('hash').notNull().unique(),
    accountId: kit.text('account_id').notNull(),
    /** Name of the browser, as it states it. */
    client: kit.text('client'),
    createdAt: kit.int('created_at').notNull(),
    /** Last call, to the minute. */
    seenAt: kit.int('seen_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
    endedAt: kit.int('ended_at'),
  });
  /** Links that give access once (D40). */
  const links = kit.table('links', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the secret in the link. */
    hash: kit.bytes('hash').notNull().unique(),
    kind: kit.text('kind', { enum: linkKinds }).notNull(),
    /** Organization of an invitation, or of the person who created a reset. Null if the operator created it. */
    orgId: kit.text('org_id'),
    /** Person who created it. Null if the operator created it. */
    createdBy: kit.text('created_by'),
    /** Account whose password is reset. */
    accountId: kit.text('account_id'),
    /** Invited address, or the address to which a reset was mailed without being shown. */
    email: kit.text('email'),
    name: kit.text('name'),
    role: kit.text('role', { enum: roles }),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
    usedAt: kit.int('used_at'),
    revokedAt: kit.int('revoked_at'),
  });
  /** Password attempts that failed or are running (D41). Account and address are stored as SHA-256. */
  const guesses = kit.table('guesses', {
    id: kit.text('id').primaryKey(),
    pair: kit.bytes('pair').notNull(),
    /** Null if the attempt does not count for an e-mail address. */
    email: kit.bytes('email'),
    /** Null if the address does not identify the caller. */
    address: kit.bytes('address'),
    at: kit.int('at').notNull(),
  });
  return { accounts, sessions, links, guesses, ...defineCompanySignIn(kit), ...definePasskeys(kit) };
}

/** Tables for company sign-in by OpenID Connect (D38). */
function defineCompanySignIn(kit: Kit) {
  /** Identities of accounts at the company. Only issuer and subject identify a person. */
  const companyIdentities = kit.table('company_identities', {
    id: kit.text('id').primaryKey(),
    issuer: kit.text('issuer').notNull(),
    subject: kit.text('subject').notNull(),
    accountId: kit.text('account_id').notNull(),
    /** Address that the company stated when this identity was linked. It is shown, and never compared. */
    email: kit.text('email'),
    createdAt: kit.int('created_at').notNull(),
  });
  /** Browsers that were sent to the company and have not returned. */
  const companySignIns = kit.table('company_sign_ins', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the state. */
    hash: kit.bytes('hash').notNull().unique(),
    /** SHA-256 of the browser's secret. The nonce and the verifier are derived from that secret and the state. */
    browser: kit.bytes('browser').notNull(),
    /** Signed-in account to link. */
    accountId: kit.text('account_id'),
    /** Invitation to accept. */
    linkId: kit.text('link_id'),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
  });
  /** Domains whose people can join by themselves, if the company has verified their address. */
  const allowedDomains = kit.table(
    'allowed_domains',
    {
      orgId: kit.text('org_id').notNull(),
      /** In lower case. */
      domain: kit.text('domain').notNull(),
      createdAt: kit.int('created_at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.domain] })],
  );
  return { companyIdentities, companySignIns, allowedDomains };
}

function definePasskeys(kit: Kit) {
  /** Passkeys, with which an account signs in without its password (D38). */
  const passkeys = kit.table('passkeys', {
    id: kit.text('id').primaryKey(),
    accountId: kit.text('account_id').notNull(),
    /** Identifier from the authenticator. */
    credentialId: kit.bytes('credential_id').notNull().unique(),
    /** COSE form of the key. */
    publicKey: kit.bytes('public_key').notNull(),
    /** Number of uses that the authenticator reports. 0 if it does not count. */
    counter: kit.int('counter').notNull(),
    /** Transports by which browsers reach the authenticator. */
    transports: kit.json('transports').$type<string[]>().notNull(),
    name: kit.text('name').notNull(),
    createdAt: kit.int('created_at').notNull(),
    lastUsedAt: kit.int('last_used_at'),
  });
  /** Challenges for a passkey to sign. Each is used once: its row is removed with its use. */
  const passkeyChallenges = kit.table('passkey_challenges', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the challenge. */
    hash: kit.bytes('hash').notNull().unique(),
    /** Account to which a passkey is added. Null for signing in. */
    accountId: kit.text('account_id'),
    /** Counted attempt. Null for adding a passkey. */
    guessId: kit.text('guess_id'),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
  });
  return { passkeys, passkeyChallenges };
}

/** Tables for the sign-in of MCP clients by OAuth 2.1. A grant is an agent with a key that no secret matches (D46). */
function defineOauth(kit: Kit) {
  /** Clients that registered themselves. A client without consent is removed after a day. */
  const oauthClients = kit.table('oauth_clients', {
    id: kit.text('id').primaryKey(),
    /** Client metadata in the form of RFC 7591. */
    metadata: kit.json('metadata').$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of the address that registered it. Null if the address does not identify the caller. */
    address: kit.bytes('address'),
    createdAt: kit.int('created_at').notNull(),
    usedAt: kit.int('used_at'),
  });
  /** Temporary records of the authorization server. Identifiers that clients and browsers know are stored as SHA-256. */
  const oauthRecords = kit.table('oauth_records', {
    id: kit.text('id').primaryKey(),
    hash: kit.bytes('hash').notNull().unique(),
    model: kit.text('model', { enum: oauthModels }).notNull(),
    /** Grant of the record. Null for a request. */
    orgId: kit.text('org_id'),
    keyId: kit.text('key_id'),
    payload: kit.json('payload').$type<Record<string, unknown>>().notNull(),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
    /** Time when a code or a refresh token was used. */
    consumedAt: kit.int('consumed_at'),
  });
  /** Seeds from which signing and cookie keys are derived, together with the installation's secret. The newest one signs. */
  const oauthSeeds = kit.table('oauth_seeds', {
    id: kit.text('id').primaryKey(),
    seed: kit.bytes('seed').notNull(),
    createdAt: kit.int('created_at').notNull(),
  });
  /** Steps of clients during sign-in and the answers to them, without secrets. Kept for a day, up to `maxConnectSteps`. */
  const connectSteps = kit.table('connect_steps', {
    id: kit.text('id').primaryKey(),
    /** True if the step belongs to an account or a grant. Otherwise, any caller may have made it. */
    isKnown: kit.bool('is_known').notNull(),
    payload: kit.json('payload').$type<Record<string, unknown>>().notNull(),
    createdAt: kit.int('created_at').notNull(),
  });
  /** Size and origin of rows that strangers have stored in other tables, to divide the room that all strangers share (D64). */
  const strangerRows = kit.table('stranger_rows', {
    id: kit.text('id').primaryKey(),
    kind: kit.text('kind', { enum: strangerKinds }).notNull(),
    bytes: kit.int('bytes').notNull(),
    /** Networks that the request came from, from wide to narrow, as SHA-256. */
    wide: kit.bytes('wide').notNull(),
    middle: kit.bytes('middle').notNull(),
    narrow: kit.bytes('narrow').notNull(),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
  });
  return { oauthClients, oauthRecords, oauthSeeds, connectSteps, strangerRows };
}

function defineItems(kit: Kit) {
  const folders = kit.table(
    'folders',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      name: kit.text('name').notNull(),
      ownerId: kit.text('owner_id').notNull(),
      visibility: kit.text('visibility', { enum: folderVisibilities }).notNull(),
      /** Access of everyone in the organization, if the folder is shared with them. Otherwise `write`. */
      organizationAccess: kit.text('organization_access', { enum: accessLevels }).notNull(),
      createdAt: kit.int('created_at').notNull(),
      /**
       * A deleted folder stays as long as the trash has items from it. People who saw the folder see these items, and restoring one
       * restores the folder.
       */
      deletedAt: kit.int('deleted_at'),
      /** Parent folder. Null for a top folder (D73). */
      parentId: kit.text('parent_id'),
      /** Top folder, whose sharing applies to everything below it. For a top folder, its own identifier. */
      rootId: kit.text('root_id').notNull(),
      /** Identifiers from the top folder to this one, as `/folder_a/folder_b/`. */
      path: kit.text('path').notNull(),
      /** True for a top folder in which changes of agents wait for a review, there and everywhere below it (D78). */
      asksReview: kit.bool('asks_review').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  const folderShares = kit.table(
    'folder_shares',
    {
      orgId: kit.text('org_id').notNull(),
      folderId: kit.text('folder_id').notNull(),
      /** Person, or group of people (D77). */
      sharedWith: kit.text('shared_with').notNull(),
      createdAt: kit.int('created_at').notNull(),
      access: kit.text('access', { enum: accessLevels }).notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.folderId, table.sharedWith] })],
  );
  /** Documents, files and skills, which have versions, can be in a folder, and can be searched. */
  const items = kit.table(
    'items',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      type: kit.text('type', { enum: itemTypes }).notNull(),
      name: kit.text('name').notNull(),
      folderId: kit.text('folder_id'),
      kind: kit.text('kind', { enum: fileKinds }).notNull(),
      mimeType: kit.text('mime_type').notNull(),
      sizeBytes: kit.int('size_bytes').notNull(),
      totalLines: kit.int('total_lines'),
      description: kit.text('description'),
      tags: kit.json('tags').$type<string[]>().notNull(),
      isSystem: kit.bool('is_system').notNull(),
      isAgentMemory: kit.bool('is_agent_memory').notNull(),
      versionCount: kit.int('version_count').notNull(),
      /** Last version that is stored whole. Later versions are stored as differences to it. */
      wholeVersion: kit.int('whole_version'),
      lastChange: kit.text('last_change').notNull(),
      /** SHA-256 of the newest version. A program with copies compares it without reading the content. */
      sha256: kit.bytes('sha256').notNull(),
      /** Author of the newest change, version or not, and the entrance. */
      changedBy: kit.text('changed_by'),
      changedByAgent: kit.text('changed_by_agent'),
      changedThrough: kit.text('changed_through', { enum: entrances }),
      /** Files of a skill's newest version next to SKILL.md, as `versions.manifest`. */
      manifest: kit.text('manifest'),
      /** For a skill: its newest version that needs no review. Null if there is none (D72). */
      reviewedVersion: kit.int('reviewed_version'),
      /** Rises with every change of the reviewed or the current text while changes wait (D78). */
      reviewCount: kit.int('review_count').notNull(),
      /** Time since which changes of agents wait for a review. Null if none do. */
      waitsSince: kit.int('waits_since'),
      /** Grows with every update, so its order is "newest update". Null while in the trash. */
      searchRow: kit.int('search_row').unique(),
      createdAt: kit.int('created_at').notNull(),
      updatedAt: kit.int('updated_at').notNull(),
      deletedAt: kit.int('deleted_at'),
      deletedBy: kit.text('deleted_by'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  /** Current text of documents, skills and text files up to the editable size, byte for byte as written (D16). */
  const texts = kit.table(
    'texts',
    { orgId: kit.text('org_id').notNull(), itemId: kit.text('item_id').notNull(), body: kit.text('body').notNull() },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId] })],
  );
  /** Reviewed content of an item, only while changes wait. Without text and version, the item itself is new (D78). */
  const reviews = kit.table(
    'reviews',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      /** Reviewed text. It need not be the text of any version. */
      body: kit.text('body'),
      /** Reviewed version, if its content is not text. */
      version: kit.int('version'),
      /** Size of the text. */
      sizeBytes: kit.int('size_bytes').notNull(),
      /** SHA-256 of the text. */
      sha256: kit.bytes('sha256'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId] })],
  );
  return { folders, folderShares, items, texts, reviews, ...defineExtraction(kit), ...defineContents(kit), ...defineSkills(kit) };
}

/** Text extracted from files that are not text (D75). */
function defineExtraction(kit: Kit) {
  /** Derived from the newest version of a file, and removed with it. */
  const extractedTexts = kit.table(
    'extracted_texts',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      version: kit.int('version').notNull(),
      source: kit.text('source', { enum: textSources }).notNull(),
      state: kit.text('state', { enum: textStates }).notNull(),
      /** Reason of a failure. */
      reason: kit.text('reason', { enum: textFailureReasons }),
      body: kit.text('body'),
      /** Size of the text. */
      sizeBytes: kit.int('size_bytes').notNull(),
      /** Time of the state. */
      at: kit.int('at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId] })],
  );
  return { extractedTexts };
}

/** Files of skills next to SKILL.md. SKILL.md itself is a text with versions like any other (D72). */
function defineSkills(kit: Kit) {
  /** Files of one or more versions of a skill. A version that changes only SKILL.md shares the manifest of the previous one. */
  const skillManifests = kit.table(
    'skill_manifests',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      /** SHA-256 of the list, in hexadecimal. */
      hash: kit.text('hash').notNull(),
      fileCount: kit.int('file_count').notNull(),
      sizeBytes: kit.int('size_bytes').notNull(),
      /** Paths, sizes, SHA-256 and executable bits, in the order of paths, compressed. */
      packed: kit.bytes('packed').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId, table.hash] })],
  );
  /** Bytes of the files in manifests. They are stored once for each skill, for any number of paths and versions. */
  const skillBlobs = kit.table(
    'skill_blobs',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      /** In hexadecimal. */
      sha256: kit.text('sha256').notNull(),
      blobId: kit.text('blob_id').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId, table.sha256] })],
  );
  /** Agents' versions that a person confirmed. */
  const skillReviews = kit.table(
    'skill_reviews',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      version: kit.int('version').notNull(),
      personId: kit.text('person_id').notNull(),
      at: kit.int('at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId, table.version] })],
  );
  /** Last read of a skill by each reader, program and machine, with its version. */
  const skillLoads = kit.table(
    'skill_loads',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      /** An agent, or a person who called without an agent. */
      readerId: kit.text('reader_id').notNull(),
      /** Name that the program gives itself, or `''`. */
      client: kit.text('client').notNull(),
      machine: kit.text('machine').notNull(),
      version: kit.int('version').notNull(),
      at: kit.int('at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId, table.readerId, table.client, table.machine] })],
  );
  return { skillManifests, skillBlobs, skillReviews, skillLoads };
}

/** Contents of versions, and the bytes of files. */
function defineContents(kit: Kit) {
  const versions = kit.table(
    'versions',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      number: kit.int('number').notNull(),
      /** Whole version to which this one is a difference. Null if this version is stored whole. */
      base: kit.int('base'),
      packed: kit.bytes('packed'),
      blobId: kit.text('blob_id'),
      sha256: kit.bytes('sha256').notNull(),
      sizeBytes: kit.int('size_bytes').notNull(),
      kind: kit.text('kind', { enum: fileKinds }).notNull(),
      mimeType: kit.text('mime_type').notNull(),
      /** Manifest of a skill's files next to SKILL.md. Null without such files (D72). */
      manifest: kit.text('manifest'),
      summary: kit.text('summary').notNull(),
      at: kit.int('at').notNull(),
      personId: kit.text('person_id'),
      agentId: kit.text('agent_id'),
      keyId: kit.text('key_id'),
      entrance: kit.text('entrance', { enum: entrances }).notNull(),
      sdk: kit.text('sdk'),
      agentName: kit.text('agent_name'),
      /** Call that created the version. Null for versions from before calls were recorded. */
      requestId: kit.text('request_id'),
      traceId: kit.text('trace_id'),
      /** True for a skill that a person saved by taking changes back, if the restored content was never reviewed (D72). */
      needsReview: kit.bool('needs_review').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId, table.number] })],
  );
  const blobs = kit.table('blobs', {
    id: kit.text('id').primaryKey(),
    orgId: kit.text('org_id').notNull(),
    sizeBytes: kit.int('size_bytes').notNull(),
    sha256: kit.bytes('sha256').notNull(),
    createdAt: kit.int('created_at').notNull(),
  });
  const blobChunks = kit.table(
    'blob_chunks',
    { blobId: kit.text('blob_id').notNull(), number: kit.int('number').notNull(), data: kit.bytes('data').notNull() },
    (table) => [kit.primaryKey({ columns: [table.blobId, table.number] })],
  );
  /** Blobs whose bytes are in the file store. The bytes of other blobs are in `blob_chunks`. */
  const fileObjects = kit.table('file_objects', {
    blobId: kit.text('blob_id').primaryKey(),
    state: kit.text('state', { enum: fileObjectStates }).notNull(),
    announcedAt: kit.int('announced_at').notNull(),
  });
  /** Item that was created from an imported path. Importing the path again updates it. */
  const importPaths = kit.table(
    'import_paths',
    { orgId: kit.text('org_id').notNull(), path: kit.text('path').notNull(), itemId: kit.text('item_id').notNull() },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.path] })],
  );
  return { versions, blobs, blobChunks, fileObjects, importPaths };
}

/** Changes to items, folders and tasks, except changes of bodies, which are versions (D65). */
function defineChanges(kit: Kit) {
  const changes = kit.table(
    'changes',
    {
      orgId: kit.text('org_id').notNull(),
      /** Identifier of a document, file, skill, folder or task. Its prefix tells the type. Shares are fields of their folder. */
      subjectId: kit.text('subject_id').notNull(),
      /** Starts at 1 for each subject. */
      number: kit.int('number').notNull(),
      what: kit.text('what', { enum: changeKinds }).notNull(),
      /** Changed fields by name, with people by identifier. Null for rows from before values were recorded. */
      fieldsBefore: kit.json('fields_before').$type<FieldValues>(),
      fieldsAfter: kit.json('fields_after').$type<FieldValues>(),
      /** Previous folder of a moved item. `''` outside of folders. */
      movedFrom: kit.text('moved_from'),
      movedTo: kit.text('moved_to'),
      /** Newest version of the item or task after the change. 0 for a folder. */
      version: kit.int('version').notNull(),
      at: kit.int('at').notNull(),
      personId: kit.text('person_id'),
      agentId: kit.text('agent_id'),
      keyId: kit.text('key_id'),
      entrance: kit.text('entrance', { enum: entrances }),
      requestId: kit.text('request_id'),
      traceId: kit.text('trace_id'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.subjectId, table.number] })],
  );
  return { changes };
}

/** Decisions about agents' changes that waited for a review (D78). */
function defineDecisions(kit: Kit) {
  const reviewDecisions = kit.table(
    'review_decisions',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      /** Starts at 1 for each item. */
      number: kit.int('number').notNull(),
      how: kit.text('how', { enum: reviewDecisionWays }).notNull(),
      /** Number of accepted changes. Null for all that waited when the review was switched off. */
      accepted: kit.int('accepted'),
      declined: kit.int('declined').notNull(),
      /** Version that was decided about. */
      version: kit.int('version').notNull(),
      at: kit.int('at').notNull(),
      personId: kit.text('person_id'),
      entrance: kit.text('entrance', { enum: entrances }).notNull(),
      requestId: kit.text('request_id'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId, table.number] })],
  );
  return { reviewDecisions };
}

/** Comments on documents, files, skills and tasks. They are purged with their subject (D74). */
function defineComments(kit: Kit) {
  const comments = kit.table(
    'comments',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      /** A document, file, skill or task: identifiers say which. */
      subjectId: kit.text('subject_id').notNull(),
      /** The comment that this one answers. Answers have no answers of their own. */
      answerTo: kit.text('answer_to'),
      body: kit.text('body').notNull(),
      /** Words of the text that it is about. Null for the whole. */
      quote: kit.text('quote'),
      /** Characters in the text before the quoted words, when it was written. */
      quoteStart: kit.int('quote_start'),
      /** Identifiers of the people and agents that it mentions. */
      mentions: kit.json('mentions').$type<string[]>().notNull(),
      personId: kit.text('person_id').notNull(),
      agentId: kit.text('agent_id'),
      entrance: kit.text('entrance', { enum: entrances }).notNull(),
      requestId: kit.text('request_id'),
      createdAt: kit.int('created_at').notNull(),
      editedAt: kit.int('edited_at'),
      resolvedAt: kit.int('resolved_at'),
      resolvedBy: kit.text('resolved_by'),
      resolvedByAgent: kit.text('resolved_by_agent'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  return { comments };
}

/** Read marks of people in their inboxes (D86). An entry without a mark is unread. They are removed with the person, and with their subject. */
function defineInbox(kit: Kit) {
  const inboxReads = kit.table(
    'inbox_reads',
    {
      orgId: kit.text('org_id').notNull(),
      /** Item, comment, connection or task of the entry. */
      subjectId: kit.text('subject_id').notNull(),
      personId: kit.text('person_id').notNull(),
      /** Time of the entry that the person read. An entry that changes later is unread again. */
      readThrough: kit.int('read_through').notNull(),
      markedAt: kit.int('marked_at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.subjectId, table.personId] })],
  );
  return { inboxReads };
}

/** Take-backs of changes by people. */
function defineTakeBacks(kit: Kit) {
  const takeBacks = kit.table(
    'put_backs',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      /** Person who takes back. The preview shows only what this person sees. */
      personId: kit.text('person_id').notNull(),
      state: kit.text('state', { enum: takeBackStates }).notNull(),
      progress: kit.json('progress').$type<StoredProgress>().notNull(),
      createdAt: kit.int('created_at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  const takeBackItems = kit.table(
    'put_back_items',
    {
      orgId: kit.text('org_id').notNull(),
      takeBackId: kit.text('put_back_id').notNull(),
      /** Identifier of a document, file, skill, task or folder. */
      itemId: kit.text('item_id').notNull(),
      plan: kit.json('plan').$type<TakeBackPlan>().notNull(),
      /** Null before its turn. */
      outcome: kit.text('outcome', { enum: storedOutcomes }),
      /** Folder under which the preview shows it. `''` without a folder, null before it was decided. */
      folderId: kit.text('folder_id'),
      expected: kit.text('expected', { enum: takeBackExpectations }),
      expectedReason: kit.text('expected_reason'),
      /** Future folder. `''` without a folder, null for an entry that goes to the trash, and before it was decided. */
      targetFolder: kit.text('target_folder'),
      /** Future name, without joiners, if no other file, skill or folder there may have the same. Otherwise null. */
      targetName: kit.text('target_name'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.takeBackId, table.itemId] })],
  );
  return { takeBacks, takeBackItems };
}

/** Changes of many items by one call of a person, which the gateway makes one after another (D91). */
function defineBulkChanges(kit: Kit) {
  const bulkChanges = kit.table(
    'bulk_changes',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      /** Person whose current rights apply to the change of each item. */
      personId: kit.text('person_id').notNull(),
      action: kit.text('action', { enum: bulkActions }).notNull(),
      /** Arguments of the tool that changes one item, without the item. */
      settings: kit.json('settings').$type<Record<string, unknown>>().notNull(),
      state: kit.text('state', { enum: bulkStates }).notNull(),
      /** Request of the call that began it. All its items are logged under this request. */
      requestId: kit.text('request_id').notNull(),
      entrance: kit.text('entrance', { enum: entrances }).notNull(),
      client: kit.text('client'),
      /** Take-back that undoes it. Null until it is requested. */
      takeBackId: kit.text('take_back_id'),
      createdAt: kit.int('created_at').notNull(),
      /** Time when it was complete or stopped. Null while it is running. */
      endedAt: kit.int('ended_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  const bulkChangeItems = kit.table(
    'bulk_change_items',
    {
      orgId: kit.text('org_id').notNull(),
      bulkChangeId: kit.text('bulk_change_id').notNull(),
      /** Position in the order that the person gave, from 0. */
      number: kit.int('number').notNull(),
      /** Identifier as given. It may not exist. */
      itemId: kit.text('item_id').notNull(),
      /** Null before its turn. */
      outcome: kit.text('outcome', { enum: bulkOutcomes }),
      /** Code, reason and message if the item was refused. */
      code: kit.text('code'),
      reason: kit.text('reason'),
      message: kit.text('message'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.bulkChangeId, table.number] })],
  );
  return { bulkChanges, bulkChangeItems };
}

/** Calls that agents may repeat under an idempotency key, with their answers, for a day (D70). */
function defineIdempotentCalls(kit: Kit) {
  const idempotentCalls = kit.table(
    'idempotent_calls',
    {
      orgId: kit.text('org_id').notNull(),
      agentId: kit.text('agent_id').notNull(),
      tool: kit.text('tool').notNull(),
      /** The idempotency key, as the caller chose it. */
      callKey: kit.text('call_key').notNull(),
      /** SHA-256 of the arguments in canonical form. */
      argumentsHash: kit.bytes('arguments_hash').notNull(),
      state: kit.text('state', { enum: idempotentCallStates }).notNull(),
      /** Time until which a call to a service counts as running. Its process extends it. */
      runsUntil: kit.int('runs_until'),
      status: kit.int('status'),
      /** Result or error as JSON. Encrypted if a service returned it. */
      answer: kit.bytes('answer'),
      /** Identifier of the secret that encrypted the answer. Null if the answer is not encrypted. */
      sealedWith: kit.text('sealed_with'),
      /** Subject of the call. A repetition is answered only while its caller can see the subject. */
      itemType: kit.text('item_type'),
      itemId: kit.text('item_id'),
      at: kit.int('at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.agentId, table.tool, table.callKey] })],
  );
  return { idempotentCalls };
}

function defineWork(kit: Kit) {
  const tasks = kit.table(
    'tasks',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      number: kit.int('number').notNull(),
      title: kit.text('title').notNull(),
      status: kit.text('status', { enum: taskStatuses }).notNull(),
      /** True if neither done nor canceled. `list_tasks` shows these by default. */
      isOpen: kit.bool('is_open').notNull(),
      assignee: kit.text('assignee'),
      dueAt: kit.int('due_at'),
      /** `dueAt`, or the largest time if it is null: "null last" as an index order (D26). */
      dueOrder: kit.int('due_order').notNull(),
      notes: kit.text('notes'),
      source: kit.text('source', { enum: ['agent', 'manual'] }).notNull(),
      /** Starts at 1 and grows with each change. */
      versionCount: kit.int('version_count').notNull(),
      createdAt: kit.int('created_at').notNull(),
      updatedAt: kit.int('updated_at').notNull(),
      /** Time when it was done. Null if it is not done. */
      doneAt: kit.int('done_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  /** One row for every answered call (D14). Never argument values, bodies or secrets. */
  const activity = kit.table('activity', {
    id: kit.serial('id'),
    at: kit.int('at').notNull(),
    orgId: kit.text('org_id').notNull(),
    personId: kit.text('person_id'),
    agentId: kit.text('agent_id'),
    keyId: kit.text('key_id'),
    entrance: kit.text('entrance', { enum: entrances }).notNull(),
    sdkName: kit.text('sdk_name'),
    sdkVersion: kit.text('sdk_version'),
    client: kit.text('client'),
    agentName: kit.text('agent_name'),
    tool: kit.text('tool').notNull(),
    itemType: kit.text('item_type'),
    itemId: kit.text('item_id'),
    outcome: kit.text('outcome').notNull(),
    reason: kit.text('reason'),
    status: kit.int('status').notNull(),
    durationMicros: kit.int('duration_micros').notNull(),
    requestId: kit.text('request_id').notNull(),
    traceId: kit.text('trace_id'),
    argumentBytes: kit.int('argument_bytes').notNull(),
    resultBytes: kit.int('result_bytes').notNull(),
    /**
     * Number of calls in this row. More than one only for refusals by the limit, folded by key and minute, and for calls of visitors that
     * belong to no organization. For these, the key holds the address and the tool.
     */
    count: kit.int('count').notNull(),
    foldedMinute: kit.int('folded_minute'),
    service: kit.text('service'),
    connectionId: kit.text('connection_id'),
    serviceTool: kit.text('service_tool'),
    serviceMicros: kit.int('service_micros'),
  });
  return { tasks, activity, ...defineIdempotentCalls(kit), ...defineBehindLog(kit) };
}

/** Sums and item index of the log, derived from the log in the background (D44). */
function defineBehindLog(kit: Kit) {
  const activitySums = kit.table(
    'activity_sums',
    {
      orgId: kit.text('org_id').notNull(),
      /** Person, agent or key that made the calls. `''` for the whole organization. */
      subject: kit.text('subject').notNull(),
      /** Length of a bucket in milliseconds. */
      span: kit.int('span').notNull(),
      /** Start of the bucket. */
      start: kit.int('start').notNull(),
      entrance: kit.text('entrance', { enum: entrances }).notNull(),
      outcome: kit.text('outcome').notNull(),
      calls: kit.int('calls').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.subject, table.span, table.start, table.entrance, table.outcome] })],
  );
  const activityPosition = kit.table('activity_position', {
    name: kit.text('name').primaryKey(),
    /** Last row of the log that was read for this purpose. */
    activityId: kit.int('activity_id').notNull(),
    /** Start of the oldest sums: older ones were removed with the rows of the log. 0 if none were removed. */
    keptSince: kit.int('kept_since').notNull(),
  });
  const activityItems = kit.table(
    'activity_items',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      activityId: kit.int('activity_id').notNull(),
      /** Start of the call, which determines the month partition of its row. */
      at: kit.int('at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId, table.activityId] })],
  );
  return { activitySums, activityItems, activityPosition };
}

function defineServices(kit: Kit) {
  const connections = kit.table(
    'connections',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      service: kit.text('service').notNull(),
      name: kit.text('name').notNull(),
      label: kit.text('label'),
      visibility: kit.text('visibility', { enum: storedVisibilities }).notNull(),
      ownerId: kit.text('owner_id').notNull(),
      kind: kit.text('kind', { enum: connectionKinds }).notNull(),
      /** Configuration of the connection, without secrets. */
      config: kit.json('config').$type<Record<string, unknown>>().notNull(),
      status: kit.text('status', { enum: connectionStatuses }).notNull(),
      statusNote: kit.text('status_note'),
      holdNew: kit.bool('hold_new').notNull(),
      /** Grows when configuration or credentials change, so that pooled clients reconnect. */
      revision: kit.int('revision').notNull(),
      createdAt: kit.int('created_at').notNull(),
      /** Time of the last change by a person. Health does not count, because the newest connection is the default one (D34). */
      updatedAt: kit.int('updated_at').notNull(),
      catalogueAt: kit.int('catalogue_at'),
      /** Operations of the service that are not tools, each with its reason (D48). Null if there are none. */
      leftOut: kit.json('left_out').$type<Record<string, string | LeftOutWhy>>(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  /** Groups that can use a connection whose visibility is `groups` (D77). */
  const connectionShares = kit.table(
    'connection_shares',
    {
      orgId: kit.text('org_id').notNull(),
      connectionId: kit.text('connection_id').notNull(),
      groupId: kit.text('group_id').notNull(),
      createdAt: kit.int('created_at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.connectionId, table.groupId] })],
  );
  /** Encrypted credentials. They are bound to their row, so moved ciphertext cannot be decrypted (D36). */
  const connectionSecrets = kit.table(
    'connection_secrets',
    {
      orgId: kit.text('org_id').notNull(),
      connectionId: kit.text('connection_id').notNull(),
      field: kit.text('field').notNull(),
      keyId: kit.text('key_id').notNull(),
      sealed: kit.bytes('sealed').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.connectionId, table.field] })],
  );
  const serviceTools = kit.table(
    'service_tools',
    {
      orgId: kit.text('org_id').notNull(),
      connectionId: kit.text('connection_id').notNull(),
      name: kit.text('name').notNull(),
      title: kit.text('title'),
      description: kit.text('description').notNull(),
      inputSchema: kit.json('input_schema').$type<Record<string, unknown>>().notNull(),
      outputSchema: kit.json('output_schema').$type<Record<string, unknown>>(),
      annotations: kit.json('annotations').$type<Record<string, unknown>>(),
      /** Form of the request for a call of this tool. Null if the tool's name is enough. */
      binding: kit.json('binding').$type<Record<string, unknown>>(),
      mode: kit.text('mode', { enum: accessLevels }).notNull(),
      markedMode: kit.text('marked_mode', { enum: accessLevels }),
      markedBy: kit.text('marked_by'),
      definitionHash: kit.text('definition_hash').notNull(),
      approvedHash: kit.text('approved_hash'),
      heldFor: kit.text('held_for', { enum: ['changed', 'new'] }),
      /** True if a person disabled the tool. Agents cannot see it (D49). */
      isOff: kit.bool('is_off').notNull(),
      /** Definition that was approved before a change, for showing the difference. */
      approvedDefinition: kit.json('approved_definition').$type<Record<string, unknown>>(),
      searchText: kit.text('search_text').notNull(),
      changedAt: kit.int('changed_at').notNull(),
      /** Time when the service stopped listing it. The row stays, so that a different tool cannot return under this name unnoticed. */
      removedAt: kit.int('removed_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.connectionId, table.name] })],
  );
  /** Earlier states of connections with their times. The current state is also in the connection's own row. */
  const connectionStates = kit.table(
    'connection_states',
    {
      orgId: kit.text('org_id').notNull(),
      connectionId: kit.text('connection_id').notNull(),
      at: kit.int('at').notNull(),
      status: kit.text('status', { enum: connectionStatuses }).notNull(),
      note: kit.text('note'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.connectionId, table.at] })],
  );
  return { connections, connectionShares, connectionSecrets, connectionStates, serviceTools, ...defineServiceAccounts(kit) };
}

/** Accounts of people at services that they sign in to (D62). */
function defineServiceAccounts(kit: Kit) {
  /** Accounts at services. The tokens of an account are a secret of its connection. An ended account has none. */
  const connectionAccounts = kit.table(
    'connection_accounts',
    {
      orgId: kit.text('org_id').notNull(),
      connectionId: kit.text('connection_id').notNull(),
      /** Owner of the account. '' for the account of the organization. */
      personId: kit.text('person_id').notNull(),
      /** New identifier for each connection of an account, so that resources of the previous one are not used again. */
      id: kit.text('id').notNull(),
      connectedBy: kit.text('connected_by').notNull(),
      /** Name of the account, as the service states it. */
      label: kit.text('label'),
      scope: kit.text('scope'),
      status: kit.text('status', { enum: connectionAccountStatuses }).notNull(),
      /** Reason why it has ended. */
      note: kit.text('note'),
      /** Grows with each renewal of its tokens. */
      revision: kit.int('revision').notNull(),
      /** Expiry of the access token. Null if unknown. */
      expiresAt: kit.int('expires_at'),
      connectedAt: kit.int('connected_at').notNull(),
      /** Time when a process started to renew the tokens, whose refresh token works once. Null if none is renewing. */
      claimedAt: kit.int('claimed_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.connectionId, table.personId] })],
  );
  /** Browsers that were sent to a service to connect an account, and have not returned. */
  const connectionAuthorizations = kit.table('connection_authorizations', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the state. */
    hash: kit.bytes('hash').notNull().unique(),
    orgId: kit.text('org_id').notNull(),
    connectionId: kit.text('connection_id').notNull(),
    /** Person who began the authorization. */
    personId: kit.text('person_id').notNull(),
    sessionId: kit.text('session_id').notNull(),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
  });
  return { connectionAccounts, connectionAuthorizations };
}

function defineWebhooks(kit: Kit) {
  /** Webhooks, with the position in the log up to which each has delivered (D81). */
  const webhooks = kit.table(
    'webhooks',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      /** Creator, whose rights decide which events are delivered. */
      personId: kit.text('person_id').notNull(),
      name: kit.text('name').notNull(),
      url: kit.text('url').notNull(),
      events: kit.json('events').$type<WebhookEvent[]>().notNull(),
      status: kit.text('status', { enum: webhookStatuses }).notNull(),
      stopReason: kit.text('stop_reason', { enum: webhookStops }),
      /** Last row of the log whose events were all delivered. */
      activityId: kit.int('activity_id').notNull(),
      /** Number of delivered events of the next row. */
      toldOfNext: kit.int('told_of_next').notNull(),
      /** Tools held up to this time have been announced. */
      heldThrough: kit.int('held_through').notNull(),
      /** Number of consecutive failed attempts. */
      failures: kit.int('failures').notNull(),
      /** Time of the first of these failures. */
      failingSince: kit.int('failing_since'),
      nextAttemptAt: kit.int('next_attempt_at'),
      lastError: kit.text('last_error'),
      deliveredAt: kit.int('delivered_at'),
      createdAt: kit.int('created_at').notNull(),
      /** Number of events that the receiver refused for a day while it accepted a later one. */
      skippedEvents: kit.int('skipped_events').notNull(),
      /** Time of the last skipped event. */
      skippedAt: kit.int('skipped_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  /** Work that only one process does at a time, with its holder and the end of the lease. */
  const leases = kit.table('leases', {
    name: kit.text('name').primaryKey(),
    holder: kit.text('holder').notNull(),
    until: kit.int('until').notNull(),
  });
  return { webhooks, leases };
}
