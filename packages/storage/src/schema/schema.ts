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
  connectionVisibilities,
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
  roles,
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
 * Every table, written once. Indexes are in the migrations, beside the SQL that creates the tables.
 * Times are milliseconds since the Unix epoch; every row of a workspace is keyed by its organization.
 */
function defineTables(kit: Kit) {
  return {
    ...defineOrganizations(kit),
    ...defineAccounts(kit),
    ...defineOauth(kit),
    ...defineItems(kit),
    ...defineChanges(kit),
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
    /** Small and unique: the upper half of the organization's search rows. */
    number: kit.int('number').notNull().unique(),
    name: kit.text('name').notNull(),
    taskCount: kit.int('task_count').notNull(),
    /** Whose clients may be allowed to act for its people; null: any (D46). */
    clientHosts: kit.json('client_hosts').$type<string[]>(),
    /** House rules, which every agent reads on connecting (D80); null if the organization has none. */
    houseRules: kit.text('house_rules'),
    /** Whether its keys can only read, whatever their access (D85). */
    agentsReadOnly: kit.bool('agents_read_only').notNull(),
    createdAt: kit.int('created_at').notNull(),
    /** The time from which the history has every value. What was there before is unknown (D67). */
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
      /** Who signs in as this person; null for one that only the command line and keys act for (D38). */
      accountId: kit.text('account_id'),
      /** Up to when they have seen what happened (D58); null for one who has not said so yet. */
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
      /** SHA-256 of the whole key; the key itself is never stored (D10). */
      hash: kit.bytes('hash').notNull().unique(),
      /** What may be shown of it; empty for a grant, which no key opens and the access tokens of its client do (D46). */
      prefix: kit.text('prefix').notNull(),
      access: kit.text('access', { enum: accessLevels }).notNull(),
      scopes: kit.json('scopes').$type<string[]>().notNull(),
      /** Null for a key that may use whatever its access and its person allow (D49). */
      limits: kit.json('limits').$type<KeyLimits>(),
      createdAt: kit.int('created_at').notNull(),
      expiresAt: kit.int('expires_at'),
      revokedAt: kit.int('revoked_at'),
      lastUsedAt: kit.int('last_used_at'),
      /** The key that it was rotated to. */
      replacedBy: kit.text('replaced_by'),
      /** Match of `search` when a call gives none (D23.11). */
      search: kit.text('search', { enum: keySearches }).notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  /** The times of the calls of the last minute of each key and each session: a sliding log (D13, D39). */
  const callSlots = kit.table('call_slots', { keyId: kit.text('key_id').primaryKey(), times: kit.times('times').notNull() });
  return { organizations, people, agents, keys, callSlots };
}

/** How people sign in; an account may belong to people of several organizations (D38). */
function defineAccounts(kit: Kit) {
  const accounts = kit.table('accounts', {
    id: kit.text('id').primaryKey(),
    /** In lower case. */
    email: kit.text('email').notNull().unique(),
    name: kit.text('name').notNull(),
    /** By argon2id, with its salt and its parameters; null for one that signs in without a password. */
    passwordHash: kit.text('password_hash'),
    createdAt: kit.int('created_at').notNull(),
  });
  const sessions = kit.table('sessions', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the token, which its browser alone has (D39). */
    hash: kit.bytes('hash').notNull().unique(),
    accountId: kit.text('account_id').notNull(),
    /** The browser, as it calls itself. */
    client: kit.text('client'),
    createdAt: kit.int('created_at').notNull(),
    /** Its last call, to the minute. */
    seenAt: kit.int('seen_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
    endedAt: kit.int('ended_at'),
  });
  /** Addresses that let somebody in once (D40). */
  const links = kit.table('links', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the secret in the link. */
    hash: kit.bytes('hash').notNull().unique(),
    kind: kit.text('kind', { enum: linkKinds }).notNull(),
    /** Where an invitation leads; where who made a reset belongs to. Null when the operator made it. */
    orgId: kit.text('org_id'),
    /** The person who made it; null when the operator did. */
    createdBy: kit.text('created_by'),
    /** Whose password it resets. */
    accountId: kit.text('account_id'),
    /** Whom an invitation names; where a reset was mailed to that nobody was shown. */
    email: kit.text('email'),
    name: kit.text('name'),
    role: kit.text('role', { enum: roles }),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
    usedAt: kit.int('used_at'),
    revokedAt: kit.int('revoked_at'),
  });
  /** Tries of a password that failed, or are under way (D41). Account and address are stored as SHA-256. */
  const guesses = kit.table('guesses', {
    id: kit.text('id').primaryKey(),
    pair: kit.bytes('pair').notNull(),
    /** Null when it does not count for the address of the account. */
    email: kit.bytes('email'),
    /** Null where the address says nothing of who calls. */
    address: kit.bytes('address'),
    at: kit.int('at').notNull(),
  });
  return { accounts, sessions, links, guesses, ...defineCompanySignIn(kit), ...definePasskeys(kit) };
}

/** How people sign in with their company, by OpenID Connect (D38). */
function defineCompanySignIn(kit: Kit) {
  /** Who somebody is at the company: issuer and subject name them, and nothing else does. */
  const companyIdentities = kit.table('company_identities', {
    id: kit.text('id').primaryKey(),
    issuer: kit.text('issuer').notNull(),
    subject: kit.text('subject').notNull(),
    accountId: kit.text('account_id').notNull(),
    /** As the company said it when this was linked: shown, and never compared. */
    email: kit.text('email'),
    createdAt: kit.int('created_at').notNull(),
  });
  /** Browsers that were sent to the company and are not back. */
  const companySignIns = kit.table('company_sign_ins', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the state. */
    hash: kit.bytes('hash').notNull().unique(),
    /** SHA-256 of what its browser keeps: the nonce and the verifier come from it and from the state. */
    browser: kit.bytes('browser').notNull(),
    /** The account that is signed in and is to be linked. */
    accountId: kit.text('account_id'),
    /** The invitation that is to be accepted. */
    linkId: kit.text('link_id'),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
  });
  /** People with a verified address of these domains at the company can join by themselves. */
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
  /** What an account signs in with in place of its password (D38). */
  const passkeys = kit.table('passkeys', {
    id: kit.text('id').primaryKey(),
    accountId: kit.text('account_id').notNull(),
    /** What its authenticator calls it. */
    credentialId: kit.bytes('credential_id').notNull().unique(),
    /** In the form of COSE. */
    publicKey: kit.bytes('public_key').notNull(),
    /** How often its authenticator says that it was used; 0 where that does not count. */
    counter: kit.int('counter').notNull(),
    /** How browsers reach its authenticator. */
    transports: kit.json('transports').$type<string[]>().notNull(),
    name: kit.text('name').notNull(),
    createdAt: kit.int('created_at').notNull(),
    lastUsedAt: kit.int('last_used_at'),
  });
  /** What a passkey has to sign, once: the row goes with its use. */
  const passkeyChallenges = kit.table('passkey_challenges', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the challenge. */
    hash: kit.bytes('hash').notNull().unique(),
    /** Which account a passkey is added to; null for signing in. */
    accountId: kit.text('account_id'),
    /** The try that it is counted as; null for adding. */
    guessId: kit.text('guess_id'),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
  });
  return { passkeys, passkeyChallenges };
}

/** How MCP clients are signed in, by OAuth 2.1. A grant is an agent with a key that no key matches (D46). */
function defineOauth(kit: Kit) {
  /** Clients that registered themselves. One that nobody consented to is removed after a day. */
  const oauthClients = kit.table('oauth_clients', {
    id: kit.text('id').primaryKey(),
    /** As RFC 7591 names it. */
    metadata: kit.json('metadata').$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of where it registered from; null where that says nothing of who calls. */
    address: kit.bytes('address'),
    createdAt: kit.int('created_at').notNull(),
    usedAt: kit.int('used_at'),
  });
  /** What the authorization server keeps for a while. Whatever names a row to a client or a browser is here as its SHA-256. */
  const oauthRecords = kit.table('oauth_records', {
    id: kit.text('id').primaryKey(),
    hash: kit.bytes('hash').notNull().unique(),
    model: kit.text('model', { enum: oauthModels }).notNull(),
    /** The grant that it is of; null for a request. */
    orgId: kit.text('org_id'),
    keyId: kit.text('key_id'),
    payload: kit.json('payload').$type<Record<string, unknown>>().notNull(),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
    /** When a code or a refresh token was used. */
    consumedAt: kit.int('consumed_at'),
  });
  /** What signing and cookie keys are made from, together with the installation's secret. The newest one signs. */
  const oauthSeeds = kit.table('oauth_seeds', {
    id: kit.text('id').primaryKey(),
    seed: kit.bytes('seed').notNull(),
    createdAt: kit.int('created_at').notNull(),
  });
  /** What clients did on their way to sign in, and what they were answered: for a day, and so many (`maxConnectSteps`). Without secrets. */
  const connectSteps = kit.table('connect_steps', {
    id: kit.text('id').primaryKey(),
    /** Whether it is of an account or a grant; else anybody may have made it. */
    isKnown: kit.bool('is_known').notNull(),
    payload: kit.json('payload').$type<Record<string, unknown>>().notNull(),
    createdAt: kit.int('created_at').notNull(),
  });
  /** What strangers have stored, in the table of its kind: who takes how much of what all of them may take (D64). */
  const strangerRows = kit.table('stranger_rows', {
    id: kit.text('id').primaryKey(),
    kind: kit.text('kind', { enum: strangerKinds }).notNull(),
    bytes: kit.int('bytes').notNull(),
    /** The networks that asked, from wide to narrow, as SHA-256. */
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
      /** What everyone may do in it, if it is shared with the organization; else `write`. */
      organizationAccess: kit.text('organization_access', { enum: accessLevels }).notNull(),
      createdAt: kit.int('created_at').notNull(),
      /** Kept for what of it is in the trash: those who saw the folder see that, and restoring brings it back. */
      deletedAt: kit.int('deleted_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  const folderShares = kit.table(
    'folder_shares',
    {
      orgId: kit.text('org_id').notNull(),
      folderId: kit.text('folder_id').notNull(),
      personId: kit.text('person_id').notNull(),
      createdAt: kit.int('created_at').notNull(),
      access: kit.text('access', { enum: accessLevels }).notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.folderId, table.personId] })],
  );
  /** Documents, files and skills: what has versions, lives in a folder and can be found. */
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
      /** The last version stored whole; later ones are stored as differences to it. */
      wholeVersion: kit.int('whole_version'),
      lastChange: kit.text('last_change').notNull(),
      /** SHA-256 of the newest version: a program that keeps copies compares it without reading. */
      sha256: kit.bytes('sha256').notNull(),
      /** Who made the newest change, a version or not, and how it came in. */
      changedBy: kit.text('changed_by'),
      changedByAgent: kit.text('changed_by_agent'),
      changedThrough: kit.text('changed_through', { enum: entrances }),
      /** For a skill: the files of its newest version beside SKILL.md, as `versions.manifest`. */
      manifest: kit.text('manifest'),
      /** For a skill: its newest version that needs no review, or null (D72). */
      reviewedVersion: kit.int('reviewed_version'),
      /** Grows with every update, so that its order is "newest update"; null while in the trash. */
      searchRow: kit.int('search_row').unique(),
      createdAt: kit.int('created_at').notNull(),
      updatedAt: kit.int('updated_at').notNull(),
      deletedAt: kit.int('deleted_at'),
      deletedBy: kit.text('deleted_by'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  /** The current text of documents, skills and text files up to the editable size; byte for byte what was written (D16). */
  const texts = kit.table(
    'texts',
    { orgId: kit.text('org_id').notNull(), itemId: kit.text('item_id').notNull(), body: kit.text('body').notNull() },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId] })],
  );
  return { folders, folderShares, items, texts, ...defineExtraction(kit), ...defineContents(kit), ...defineSkills(kit) };
}

/** Text of files that are no text (D75). */
function defineExtraction(kit: Kit) {
  /** Derived from the newest version of a file; the row goes with it. */
  const extractedTexts = kit.table(
    'extracted_texts',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      version: kit.int('version').notNull(),
      source: kit.text('source', { enum: textSources }).notNull(),
      state: kit.text('state', { enum: textStates }).notNull(),
      /** Why it failed. */
      reason: kit.text('reason', { enum: textFailureReasons }),
      body: kit.text('body'),
      /** Size of the text. */
      sizeBytes: kit.int('size_bytes').notNull(),
      /** The time of the state. */
      at: kit.int('at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId] })],
  );
  return { extractedTexts };
}

/** The files of skills beside SKILL.md, which is a text with versions like any other (D72). */
function defineSkills(kit: Kit) {
  /** The files of one or more versions of a skill. A version that changes only SKILL.md shares that of the one before it. */
  const skillManifests = kit.table(
    'skill_manifests',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      /** SHA-256 of the list, in hexadecimal. */
      hash: kit.text('hash').notNull(),
      fileCount: kit.int('file_count').notNull(),
      sizeBytes: kit.int('size_bytes').notNull(),
      /** Paths, sizes, SHA-256 and executable bits, in the order of paths; compressed. */
      packed: kit.bytes('packed').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId, table.hash] })],
  );
  /** Where the bytes of manifests are: once for each skill, for any number of paths and versions. */
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
  /** Who read a skill last, with which program, on which machine, and which version that was. */
  const skillLoads = kit.table(
    'skill_loads',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      /** An agent, or a person without one. */
      readerId: kit.text('reader_id').notNull(),
      /** The name it gives itself, or `''`. */
      client: kit.text('client').notNull(),
      machine: kit.text('machine').notNull(),
      version: kit.int('version').notNull(),
      at: kit.int('at').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.itemId, table.readerId, table.client, table.machine] })],
  );
  return { skillManifests, skillBlobs, skillReviews, skillLoads };
}

/** What items held, and the bytes of files. */
function defineContents(kit: Kit) {
  const versions = kit.table(
    'versions',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      number: kit.int('number').notNull(),
      /** The whole version this one is a difference to; null when it is whole itself. */
      base: kit.int('base'),
      packed: kit.bytes('packed'),
      blobId: kit.text('blob_id'),
      sha256: kit.bytes('sha256').notNull(),
      sizeBytes: kit.int('size_bytes').notNull(),
      kind: kit.text('kind', { enum: fileKinds }).notNull(),
      mimeType: kit.text('mime_type').notNull(),
      /** For a skill: the manifest of its files beside SKILL.md; null if SKILL.md is alone (D72). */
      manifest: kit.text('manifest'),
      summary: kit.text('summary').notNull(),
      at: kit.int('at').notNull(),
      personId: kit.text('person_id'),
      agentId: kit.text('agent_id'),
      keyId: kit.text('key_id'),
      entrance: kit.text('entrance', { enum: entrances }).notNull(),
      sdk: kit.text('sdk'),
      agentName: kit.text('agent_name'),
      /** The call that made it; null for versions that were made before calls were kept with them. */
      requestId: kit.text('request_id'),
      traceId: kit.text('trace_id'),
      /** Of a skill: a person saved it by taking changes back, and what it has again was never reviewed (D72). */
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
  /** The blobs whose bytes are in the file store; those of all others are in `blob_chunks`. */
  const fileObjects = kit.table('file_objects', {
    blobId: kit.text('blob_id').primaryKey(),
    state: kit.text('state', { enum: fileObjectStates }).notNull(),
    announcedAt: kit.int('announced_at').notNull(),
  });
  /** Which item an imported path became, so that importing again updates it. */
  const importPaths = kit.table(
    'import_paths',
    { orgId: kit.text('org_id').notNull(), path: kit.text('path').notNull(), itemId: kit.text('item_id').notNull() },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.path] })],
  );
  return { versions, blobs, blobChunks, fileObjects, importPaths };
}

/** What happens to items, folders and tasks beside their bodies, which are versions (D65). */
function defineChanges(kit: Kit) {
  const changes = kit.table(
    'changes',
    {
      orgId: kit.text('org_id').notNull(),
      /** A document, file, skill, folder or task: identifiers say which. Shares are fields of their folder. */
      subjectId: kit.text('subject_id').notNull(),
      /** From 1 on, for each subject. */
      number: kit.int('number').notNull(),
      what: kit.text('what', { enum: changeKinds }).notNull(),
      /** The fields that changed, by their names; people by their identifiers. Null for rows that were written before there were values. */
      fieldsBefore: kit.json('fields_before').$type<FieldValues>(),
      fieldsAfter: kit.json('fields_after').$type<FieldValues>(),
      /** Of an item that was moved: its folders, `''` where it is in none. */
      movedFrom: kit.text('moved_from'),
      movedTo: kit.text('moved_to'),
      /** The newest version of the item, or of the task, when it had happened; 0 for a folder. */
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

/** People take back what somebody changed. */
function defineTakeBacks(kit: Kit) {
  const takeBacks = kit.table(
    'put_backs',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      /** Who takes back: the preview shows what this person sees. */
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
      /** A document, file or skill; a task or folder, which have no history. */
      itemId: kit.text('item_id').notNull(),
      plan: kit.json('plan').$type<TakeBackPlan>().notNull(),
      /** Null until it is its turn. */
      outcome: kit.text('outcome', { enum: storedOutcomes }),
      /** Where the preview shows it, `''` for no folder; null before it was looked at. */
      folderId: kit.text('folder_id'),
      expected: kit.text('expected', { enum: takeBackExpectations }),
      expectedReason: kit.text('expected_reason'),
      /** Where it will be, `''` for no folder; null for what will be in the trash, and before it was looked at. */
      targetFolder: kit.text('target_folder'),
      /** Its name there, without joiners, if no other file, skill or folder may have the same; else null. */
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
      /** Each item is changed with the rights that this person has then. */
      personId: kit.text('person_id').notNull(),
      action: kit.text('action', { enum: bulkActions }).notNull(),
      /** Arguments of the tool that changes one item, but for the item. */
      settings: kit.json('settings').$type<Record<string, unknown>>().notNull(),
      state: kit.text('state', { enum: bulkStates }).notNull(),
      /** The request of the call that began it, under which all its items are logged. */
      requestId: kit.text('request_id').notNull(),
      entrance: kit.text('entrance', { enum: entrances }).notNull(),
      client: kit.text('client'),
      /** What undoes it; null before anybody asked for that. */
      takeBackId: kit.text('take_back_id'),
      createdAt: kit.int('created_at').notNull(),
      /** When nothing was left to do, or it was stopped; null while it goes on. */
      endedAt: kit.int('ended_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  const bulkChangeItems = kit.table(
    'bulk_change_items',
    {
      orgId: kit.text('org_id').notNull(),
      bulkChangeId: kit.text('bulk_change_id').notNull(),
      /** Its place in the order that the person gave, from 0. */
      number: kit.int('number').notNull(),
      /** As given: it may name nothing. */
      itemId: kit.text('item_id').notNull(),
      /** Null until it is its turn. */
      outcome: kit.text('outcome', { enum: bulkOutcomes }),
      /** Code, reason and message of the refusal of what failed. */
      code: kit.text('code'),
      reason: kit.text('reason'),
      message: kit.text('message'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.bulkChangeId, table.number] })],
  );
  return { bulkChanges, bulkChangeItems };
}

/** Calls that their agents may repeat under an idempotency key, and what was answered, for a day (D70). */
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
      /** Of a call that leaves the process: until when it is taken to be running. Its process moves this on. */
      runsUntil: kit.int('runs_until'),
      status: kit.int('status'),
      /** The result or the error as JSON: sealed where a service gave it. */
      answer: kit.bytes('answer'),
      /** Names the secret that the answer was sealed with; null for one that is not sealed. */
      sealedWith: kit.text('sealed_with'),
      /** What the call was about: a repetition is answered only while its caller can see it. */
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
      /** Neither done nor canceled: what list_tasks shows by default. */
      isOpen: kit.bool('is_open').notNull(),
      assignee: kit.text('assignee'),
      dueAt: kit.int('due_at'),
      /** dueAt, or the largest time where there is none: "null last" as an index order (D26). */
      dueOrder: kit.int('due_order').notNull(),
      notes: kit.text('notes'),
      source: kit.text('source', { enum: ['agent', 'manual'] }).notNull(),
      /** 1, and one more for each change. */
      versionCount: kit.int('version_count').notNull(),
      createdAt: kit.int('created_at').notNull(),
      updatedAt: kit.int('updated_at').notNull(),
      /** When it became done; null while it is not. */
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
     * How many calls this row stands for: more than one only for refusals by the limit, folded by key and minute, and for calls of
     * visitors whom no organization knows: there the key says from where and for which tool.
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

/** The log in sums and by item, made behind it and from it alone (D44). */
function defineBehindLog(kit: Kit) {
  const activitySums = kit.table(
    'activity_sums',
    {
      orgId: kit.text('org_id').notNull(),
      /** Whose calls: a person, an agent, a key; `''` for those of the whole organization. */
      subject: kit.text('subject').notNull(),
      /** How long a bucket is, in milliseconds. */
      span: kit.int('span').notNull(),
      /** Where it begins. */
      start: kit.int('start').notNull(),
      entrance: kit.text('entrance', { enum: entrances }).notNull(),
      outcome: kit.text('outcome').notNull(),
      calls: kit.int('calls').notNull(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.subject, table.span, table.start, table.entrance, table.outcome] })],
  );
  const activityPosition = kit.table('activity_position', {
    name: kit.text('name').primaryKey(),
    /** The last row of the log that was read for it. */
    activityId: kit.int('activity_id').notNull(),
    /** Sums of what is older were removed with the rows of the log; 0 where there are none. */
    keptSince: kit.int('kept_since').notNull(),
  });
  const activityItems = kit.table(
    'activity_items',
    {
      orgId: kit.text('org_id').notNull(),
      itemId: kit.text('item_id').notNull(),
      activityId: kit.int('activity_id').notNull(),
      /** When the call began, which tells the month that its row is in. */
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
      visibility: kit.text('visibility', { enum: connectionVisibilities }).notNull(),
      ownerId: kit.text('owner_id').notNull(),
      kind: kit.text('kind', { enum: connectionKinds }).notNull(),
      /** How the service is reached; never a secret. */
      config: kit.json('config').$type<Record<string, unknown>>().notNull(),
      status: kit.text('status', { enum: connectionStatuses }).notNull(),
      statusNote: kit.text('status_note'),
      holdNew: kit.bool('hold_new').notNull(),
      /** Grows when configuration or credentials change, so that pooled clients reconnect. */
      revision: kit.int('revision').notNull(),
      createdAt: kit.int('created_at').notNull(),
      /** The last change by a person; health does not count, because the newest connection is the default one (D34). */
      updatedAt: kit.int('updated_at').notNull(),
      catalogueAt: kit.int('catalogue_at'),
      /** What the service has that is no tool here, each with its reason (D48); null if there is nothing. */
      leftOut: kit.json('left_out').$type<Record<string, string | LeftOutWhy>>(),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  /** Credentials, encrypted; bound to their row, so that moved ciphertext does not open (D36). */
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
      /** How a connector turns a call of this tool into a request; null where the tool's name is enough. */
      binding: kit.json('binding').$type<Record<string, unknown>>(),
      mode: kit.text('mode', { enum: accessLevels }).notNull(),
      markedMode: kit.text('marked_mode', { enum: accessLevels }),
      markedBy: kit.text('marked_by'),
      definitionHash: kit.text('definition_hash').notNull(),
      approvedHash: kit.text('approved_hash'),
      heldFor: kit.text('held_for', { enum: ['changed', 'new'] }),
      /** A person switched it off: to agents it is not there (D49). */
      isOff: kit.bool('is_off').notNull(),
      /** What was approved before a change, to show what is different. */
      approvedDefinition: kit.json('approved_definition').$type<Record<string, unknown>>(),
      searchText: kit.text('search_text').notNull(),
      changedAt: kit.int('changed_at').notNull(),
      /** No longer listed by the service. Kept, so that a tool cannot come back as another one unnoticed. */
      removedAt: kit.int('removed_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.connectionId, table.name] })],
  );
  /** How a connection did, from when on; what it does now is in its own row too. */
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
  return { connections, connectionSecrets, connectionStates, serviceTools, ...defineServiceAccounts(kit) };
}

/** As whom people are known at services where calls are made in somebody's name (D62). */
function defineServiceAccounts(kit: Kit) {
  /** Accounts at services. The tokens of one are a secret of its connection; one that has ended has none. */
  const connectionAccounts = kit.table(
    'connection_accounts',
    {
      orgId: kit.text('org_id').notNull(),
      connectionId: kit.text('connection_id').notNull(),
      /** Whose it is; '' for the one of the organization. */
      personId: kit.text('person_id').notNull(),
      /** Another one each time that it is connected: what is kept open for one of before is not used again. */
      id: kit.text('id').notNull(),
      connectedBy: kit.text('connected_by').notNull(),
      /** Who it is at the service, as that said it. */
      label: kit.text('label'),
      scope: kit.text('scope'),
      status: kit.text('status', { enum: connectionAccountStatuses }).notNull(),
      /** Why it has ended. */
      note: kit.text('note'),
      /** Grows with each renewal of its tokens. */
      revision: kit.int('revision').notNull(),
      /** When its access token is over; null where nobody said. */
      expiresAt: kit.int('expires_at'),
      connectedAt: kit.int('connected_at').notNull(),
      /** Since when a process has been renewing its tokens, which is good once; null where none is. */
      claimedAt: kit.int('claimed_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.connectionId, table.personId] })],
  );
  /** Browsers that were sent to a service to connect an account, and are not back. */
  const connectionAuthorizations = kit.table('connection_authorizations', {
    id: kit.text('id').primaryKey(),
    /** SHA-256 of the state. */
    hash: kit.bytes('hash').notNull().unique(),
    orgId: kit.text('org_id').notNull(),
    connectionId: kit.text('connection_id').notNull(),
    /** Who began it. */
    personId: kit.text('person_id').notNull(),
    sessionId: kit.text('session_id').notNull(),
    createdAt: kit.int('created_at').notNull(),
    expiresAt: kit.int('expires_at').notNull(),
  });
  return { connectionAccounts, connectionAuthorizations };
}

function defineWebhooks(kit: Kit) {
  /** Webhooks, and how far in the log each has delivered (D81). */
  const webhooks = kit.table(
    'webhooks',
    {
      orgId: kit.text('org_id').notNull(),
      id: kit.text('id').notNull(),
      /** Who created it: it delivers only what this person may see. */
      personId: kit.text('person_id').notNull(),
      name: kit.text('name').notNull(),
      url: kit.text('url').notNull(),
      events: kit.json('events').$type<WebhookEvent[]>().notNull(),
      status: kit.text('status', { enum: webhookStatuses }).notNull(),
      stopReason: kit.text('stop_reason', { enum: webhookStops }),
      /** The last row of the log whose events were all delivered … */
      activityId: kit.int('activity_id').notNull(),
      /** … and how many events of the next row were. */
      toldOfNext: kit.int('told_of_next').notNull(),
      /** Tools held up to this time have been announced. */
      heldThrough: kit.int('held_through').notNull(),
      /** Failed attempts in a row. */
      failures: kit.int('failures').notNull(),
      /** The time of the first of them. */
      failingSince: kit.int('failing_since'),
      nextAttemptAt: kit.int('next_attempt_at'),
      lastError: kit.text('last_error'),
      deliveredAt: kit.int('delivered_at'),
      createdAt: kit.int('created_at').notNull(),
      /** Events that the receiver refused for a day while it took a later one. */
      skippedEvents: kit.int('skipped_events').notNull(),
      /** The time of the last of them. */
      skippedAt: kit.int('skipped_at'),
    },
    (table) => [kit.primaryKey({ columns: [table.orgId, table.id] })],
  );
  /** Work that one process does at a time, and until when it holds it. */
  const leases = kit.table('leases', {
    name: kit.text('name').primaryKey(),
    holder: kit.text('holder').notNull(),
    until: kit.int('until').notNull(),
  });
  return { webhooks, leases };
}
