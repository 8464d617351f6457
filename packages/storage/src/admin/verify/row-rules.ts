import { dayMs, extractableMimeTypes, leaseNames, maxHouseRulesBytes, textSourceOf } from '@gatehouse/domain';
import type { MadeTable, TableName } from '../../engines/copy/table-row.ts';
import { rowsPerOrganization } from '../../engines/sqlite/search-statements.ts';
import { signingField } from '../../repos/services/webhooks.ts';

/**
 * Conditions on a row `t` of the table by fault, in SQL for both engines. The key describes the fault, the value is true if the row has it.
 */
export type RowRules = Record<string, string>;

const noOrganization = { 'its organization is not there': 't.org_id not in (select id from organizations)' };

/** True for a row that names a missing row of its own organization. */
function absent(table: string, column: string): string {
  return `t.${column} is not null and not exists (select 1 from ${table} r where r.org_id = t.org_id and r.id = t.${column})`;
}

const keyOfAnother = `t.key_id is not null and not exists (select 1 from keys k
  where k.org_id = t.org_id and k.id = t.key_id and k.agent_id = t.agent_id and k.person_id = t.person_id)`;
const noConnection = { 'its connection is not there': absent('connections', 'connection_id') };
const noSkill = {
  'its skill is not there': "not exists (select 1 from items r where r.org_id = t.org_id and r.id = t.item_id and r.type = 'skill')",
};
const noVersion = {
  'its skill has no such version': `t.version < 1 or t.version > (select coalesce(max(i.version_count), 0) from items i
    where i.org_id = t.org_id and i.id = t.item_id)`,
};
/** Refused calls of one minute become one row, so a position can be a little beyond the last row. */
const beyondTheLog = { 'its position is beyond the end of the log': 't.activity_id > (select max(id) from activity) + 1000000' };
/** Clocks are adjusted now and then: a time that is out of order by less than a day is accepted. */
const updatedBefore = { 'it was updated before it was made': `t.updated_at < t.created_at - ${dayMs}` };
/** True for an item `t` whose history since a time has only versions. */
function noChangeSince(time: string): string {
  return `${time} >= (select o.history_since from organizations o where o.id = t.org_id)
    and not exists (select 1 from changes c where c.org_id = t.org_id and c.subject_id = t.id and c.at >= ${time})`;
}

/** Format of a file by its MIME type. `''` if no text is extracted from it. */
function sourceOf(mimeType: string): string {
  return `case ${mimeType} ${extractableMimeTypes.map((type) => `when '${type}' then '${textSourceOf(type)}'`).join(' ')} else '' end`;
}

const noName = { 'it has no name': "t.name = ''" };

/** True of a version `v` of a skill that a person saved, unless a take-back restored an unreviewed state. // D72 */
const reviewedWhenSaved = 'v.agent_id is null and v.key_id is null and not v.needs_review';

/** Impossible states of one row's columns and of the rows it names. Types, enumerations and times are in `column-rules.ts`. */
export const rowRules: Record<Exclude<TableName, 'activity'> | MadeTable, RowRules> = {
  organizations: {
    ...noName,
    'its number is none': 't.number < 1',
    'its house rules are empty or too long': `t.house_rules = '' or octet_length(t.house_rules) > ${maxHouseRulesBytes}`,
    'its history begins before it was made': 't.history_since < t.created_at',
    'it counts fewer tasks than it has':
      't.task_count < 0 or t.task_count < (select coalesce(max(k.number), 0) from tasks k where k.org_id = t.id)',
    'nobody owns it': "not exists (select 1 from people p where p.org_id = t.id and p.role = 'owner' and p.removed_at is null)",
  },
  people: {
    ...noOrganization,
    ...noName,
    'its address is none in lower case': noAddress('t.email'),
    'it was removed and has keys that are good':
      't.removed_at is not null and exists (select 1 from keys k where k.org_id = t.org_id and k.person_id = t.id and k.revoked_at is null)',
    'it was removed before it was made': `t.removed_at < t.created_at - ${dayMs}`,
    'its account is not there': 't.account_id is not null and t.account_id not in (select id from accounts)',
    'it has seen what happened before it was made': `t.news_seen_at < t.created_at - ${dayMs}`,
    'it was removed and somebody signs in as it': 't.removed_at is not null and t.account_id is not null',
  },
  accounts: {
    ...noName,
    'its identifier is none': "substr(t.id, 1, 8) <> 'account_'",
    'its address is none in lower case': noAddress('t.email'),
    'its password was not hashed': "t.password_hash not like '$argon2id$v=19$m=%,t=%,p=%$%$%'",
  },
  sessions: {
    'its identifier is none': "substr(t.id, 1, 8) <> 'session_'",
    'its hash is no SHA-256': 'octet_length(t.hash) <> 32',
    'its account is not there': 't.account_id not in (select id from accounts)',
    'it was used before it began': `t.seen_at < t.created_at - ${dayMs}`,
    'it was over when it began': 't.expires_at <= t.created_at',
  },
  links: {
    'its identifier is none': "substr(t.id, 1, 5) <> 'link_'",
    'its hash is no SHA-256': 'octet_length(t.hash) <> 32',
    'its organization is not there': 't.org_id is not null and t.org_id not in (select id from organizations)',
    'who made it is not there': absent('people', 'created_by'),
    'its account is not there': 't.account_id is not null and t.account_id not in (select id from accounts)',
    'it names what a link of its kind does not': `case t.kind
      when 'invitation' then t.org_id is null or t.email is null or t.role is null or t.account_id is not null
      when 'reset' then t.account_id is null or t.role is not null
      else t.org_id is not null or t.account_id is not null or t.email is not null or t.role is not null end`,
    'its address is none in lower case': noAddress('t.email'),
    'it was over when it was made': 't.expires_at <= t.created_at',
    'it was used and taken back': 't.used_at is not null and t.revoked_at is not null',
  },
  guesses: {
    'its identifier is none': "substr(t.id, 1, 6) <> 'guess_'",
    'it is counted for what is no SHA-256': 'octet_length(t.pair) <> 32 or octet_length(t.email) <> 32 or octet_length(t.address) <> 32',
  },
  companyIdentities: {
    'its identifier is none': "substr(t.id, 1, 8) <> 'company_'",
    'its issuer is none': "t.issuer not like 'http%://_%'",
    'its subject is empty': "t.subject = ''",
    'its account is not there': 't.account_id not in (select id from accounts)',
    'its address is none in lower case': noAddress('t.email'),
  },
  companySignIns: {
    'its identifier is none': "substr(t.id, 1, 7) <> 'signin_'",
    'its hash is no SHA-256': 'octet_length(t.hash) <> 32 or octet_length(t.browser) <> 32',
    'its account is not there': 't.account_id is not null and t.account_id not in (select id from accounts)',
    'its invitation is not there':
      "t.link_id is not null and not exists (select 1 from links l where l.id = t.link_id and l.kind = 'invitation')",
    'it links and accepts an invitation': 't.account_id is not null and t.link_id is not null',
    'it was over when it was made': 't.expires_at <= t.created_at',
  },
  allowedDomains: {
    ...noOrganization,
    'its domain is none in lower case': "t.domain not like '%_._%' or t.domain like '%@%' or t.domain <> lower(t.domain)",
  },
  passkeys: {
    ...noName,
    'its identifier is none': "substr(t.id, 1, 8) <> 'passkey_'",
    'its account is not there': 't.account_id not in (select id from accounts)',
    'its credential is none': 'octet_length(t.credential_id) not between 16 and 1023',
    'its public key is none': 'octet_length(t.public_key) < 32',
    'its counter is none': 't.counter not between 0 and 4294967295',
    'it was used before it was made': `t.last_used_at < t.created_at - ${dayMs}`,
  },
  passkeyChallenges: {
    'its identifier is none': "substr(t.id, 1, 10) <> 'challenge_'",
    'its hash is no SHA-256': 'octet_length(t.hash) <> 32',
    'its account is not there': 't.account_id is not null and t.account_id not in (select id from accounts)',
    'it is for adding a passkey and counted, or neither': '(t.account_id is null) <> (t.guess_id is not null)',
    'it is counted as no try': "substr(t.guess_id, 1, 6) <> 'guess_'",
    'it was over when it was made': 't.expires_at <= t.created_at',
  },
  oauthClients: {
    'its identifier is none': "substr(t.id, 1, 7) <> 'client_'",
    'where it came from is no SHA-256': 'octet_length(t.address) <> 32',
    'it was used before it was made': `t.used_at < t.created_at - ${dayMs}`,
  },
  oauthRecords: {
    'its identifier is none': "substr(t.id, 1, 6) <> 'oauth_'",
    'its hash is no SHA-256': 'octet_length(t.hash) <> 32',
    'it is of a grant and a request, or of none and no request':
      "(t.model = 'request') <> (t.key_id is null) or (t.org_id is null) <> (t.key_id is null)",
    'its grant is not there':
      "t.key_id is not null and not exists (select 1 from keys k where k.org_id = t.org_id and k.id = t.key_id and k.prefix = '')",
    'it was over when it was made': 't.expires_at <= t.created_at',
    'it was used and is used up by nothing': "t.consumed_at is not null and t.model not in ('code', 'refresh_token')",
  },
  connectSteps: {
    'its identifier is none': "substr(t.id, 1, 5) <> 'step_'",
  },
  strangerRows: {
    'its identifier is none of its kind':
      "(t.kind = 'request' and substr(t.id, 1, 6) <> 'oauth_') or (t.kind = 'client' and substr(t.id, 1, 7) <> 'client_') or (t.kind = 'try' and substr(t.id, 1, 6) <> 'guess_') or (t.kind = 'log' and substr(t.id, 1, 8) <> 'visitor ')",
    'it takes no bytes': 't.bytes < 1',
    'a network of it is no SHA-256': 'octet_length(t.wide) <> 32 or octet_length(t.middle) <> 32 or octet_length(t.narrow) <> 32',
    'it was over when it was made': 't.expires_at <= t.created_at',
  },
  oauthSeeds: {
    'its identifier is none': "substr(t.id, 1, 5) <> 'seed_'",
    'it is no seed': 'octet_length(t.seed) <> 32',
  },
  agents: {
    ...noName,
    'its person is not there': absent('people', 'person_id'),
    'it was removed and has keys that are good':
      't.removed_at is not null and exists (select 1 from keys k where k.org_id = t.org_id and k.agent_id = t.id and k.revoked_at is null)',
    'it was removed before it was made': `t.removed_at < t.created_at - ${dayMs}`,
    // D46
    'it is a client and has a key, or is none and has a grant':
      "exists (select 1 from keys k where k.org_id = t.org_id and k.agent_id = t.id and (k.prefix = '') <> (t.kind = 'mcp'))",
  },
  keys: {
    'its person is not there': absent('people', 'person_id'),
    'its agent is none of its person':
      'not exists (select 1 from agents a where a.org_id = t.org_id and a.id = t.agent_id and a.person_id = t.person_id)',
    'its hash is no SHA-256': 'octet_length(t.hash) <> 32',
    'the key that replaces it is none of its agent':
      't.replaced_by is not null and not exists (select 1 from keys k where k.org_id = t.org_id and k.id = t.replaced_by and k.agent_id = t.agent_id)',
    'it was over when it was made': 't.expires_at < t.created_at',
    'it was replaced and does not end': 't.replaced_by is not null and t.expires_at is null',
    // D10
    'its prefix is that of no key': "t.prefix <> '' and (length(t.prefix) <> 12 or substr(t.prefix, 1, 4) <> 'gth_')",
    // D49
    'its limits are none': `cast(t.limits as text) <> 'null' and (${['tools', 'serviceTools', 'connections']
      .map((list) => `coalesce(substr(cast(t.limits -> '${list}' as text), 1, 1), '') not in ('[', 'n')`)
      .join(' or ')})`,
    // D11
    'its scopes are those of another access': `(t.access = 'write') <> (cast(t.scopes as text) like '%:write"%')`,
  },
  callSlots: {
    'its key or session is not there':
      "t.key_id <> '' and t.key_id not in (select id from keys) and t.key_id not in (select id from sessions)",
  },
  activitySums: { ...noOrganization, 'it counts no calls': 't.calls < 1' },
  activityItems: noOrganization,
  activityPosition: {
    'it is none of the log': "t.name not in ('sums', 'items', 'otlp', 'otlp_folded') or t.activity_id < 0 or t.kept_since < 0",
    ...beyondTheLog,
  },
  folders: {
    ...noName,
    'its owner is not there': absent('people', 'owner_id'),
    'it is shared with nobody, to read': "t.visibility <> 'organization' and t.organization_access <> 'write'",
    'its path is not that of the folder it is in': `t.root_id <> coalesce((select p.root_id from folders p where p.org_id = t.org_id and p.id = t.parent_id),
      case when t.parent_id is null then t.id else '' end)
      or t.path <> coalesce((select p.path from folders p where p.org_id = t.org_id and p.id = t.parent_id),
        case when t.parent_id is null then '/' else '' end) || t.id || '/'`,
    'it is in a deleted folder': `t.deleted_at is null
      and exists (select 1 from folders p where p.org_id = t.org_id and p.id = t.parent_id and p.deleted_at is not null)`,
    'it is in a folder and is shared by itself': `t.parent_id is not null and (t.visibility <> 'private'
      or exists (select 1 from folder_shares s where s.org_id = t.org_id and s.folder_id = t.id))`,
    'folders are more than ten deep': "length(t.path) - length(replace(t.path, '/', '')) > 11",
  },
  folderShares: {
    'its folder is not there': absent('folders', 'folder_id'),
    'its person is not there': absent('people', 'person_id'),
  },
  items: {
    ...noOrganization,
    ...noName,
    'its folder is not there': absent('folders', 'folder_id'),
    'it is of a kind that its type does not have': "(t.type = 'skill') <> (t.kind = 'skill') or (t.type = 'doc' and t.kind <> 'text')",
    'its media type is none': mediaTypeOf('t.mime_type'),
    'it is a document or skill, and its media type is not Markdown': "t.type <> 'file' and t.mime_type <> 'text/markdown'",
    'only a document can be of the system or agent memory': "(t.is_system or t.is_agent_memory) and t.type <> 'doc'",
    'somebody deleted it and it is not in the trash': 't.deleted_by is not null and t.deleted_at is null',
    'who deleted it is not there': absent('people', 'deleted_by'),
    'who changed it last is not there': absent('people', 'changed_by'),
    'the agent that changed it last is not there': absent('agents', 'changed_by_agent'),
    'it does not say who changed it last': `exists (select 1 from versions v
      where v.org_id = t.org_id and v.item_id = t.id and v.number = t.version_count and (t.changed_through is null
        or t.changed_by is null and v.person_id is not null and ${noChangeSince('v.at')}
        or t.changed_by_agent is null and v.agent_id is not null and ${noChangeSince('v.at')}))`,
    'its manifest is not that of its newest version': `coalesce(t.manifest, '') <> coalesce((select v.manifest from versions v
      where v.org_id = t.org_id and v.item_id = t.id and v.number = t.version_count), '')`,
    'another version of it was reviewed last': `coalesce(t.reviewed_version, 0) <> case when t.type = 'skill' then coalesce(
      (select max(reviewed.number) from (
        select v.number as number from versions v where v.org_id = t.org_id and v.item_id = t.id and ${reviewedWhenSaved}
        union all select r.version as number from skill_reviews r where r.org_id = t.org_id and r.item_id = t.id) reviewed), 0) else 0 end`,
    ...updatedBefore,
    'its text is neither there nor waited for': `t.type = 'file' and ${sourceOf('t.mime_type')} <> ''
      and not exists (select 1 from extracted_texts x where x.org_id = t.org_id and x.item_id = t.id)`,
  },
  texts: {},
  extractedTexts: {
    'its file is not there': "not exists (select 1 from items r where r.org_id = t.org_id and r.id = t.item_id and r.type = 'file')",
    'it is of another version or format than its file': `exists (select 1 from items r where r.org_id = t.org_id and r.id = t.item_id
      and (r.version_count <> t.version or ${sourceOf('r.mime_type')} <> t.source))`,
    'it has a text and is not ready, or is ready without one': "(t.state = 'ready') <> (t.body is not null)",
    'it says another size than its text has': 't.size_bytes <> coalesce(octet_length(t.body), 0)',
    'it failed without a reason, or has a reason and did not fail': "(t.state = 'failed') <> (t.reason is not null)",
  },
  versions: {
    'its media type is none': mediaTypeOf('t.mime_type'),
    'it has a text and a file': 't.packed is not null and t.blob_id is not null',
    'its manifest is not there': `t.manifest is not null and not exists (select 1 from skill_manifests m
      where m.org_id = t.org_id and m.item_id = t.item_id and m.hash = t.manifest)`,
    'its trace is none': 't.trace_id is not null and length(t.trace_id) <> 32',
    'its file has another organization, size or checksum':
      't.blob_id is not null and exists (select 1 from blobs b where b.id = t.blob_id and (b.org_id <> t.org_id or b.size_bytes <> t.size_bytes or b.sha256 <> t.sha256))',
    'who made it is not there': absent('people', 'person_id'),
    'the agent that made it is not there': absent('agents', 'agent_id'),
    'the key that made it is none of its agent': keyOfAnother,
    'no person saved it as a skill, and it says that it needs a review':
      "t.needs_review and (t.kind <> 'skill' or t.person_id is null or t.agent_id is not null or t.key_id is not null)",
  },
  skillManifests: {
    ...noSkill,
    'no version has it': `not exists (select 1 from versions v where v.org_id = t.org_id and v.item_id = t.item_id and v.manifest = t.hash)`,
  },
  skillBlobs: {
    ...noSkill,
    'its skill has no manifest': 'not exists (select 1 from skill_manifests m where m.org_id = t.org_id and m.item_id = t.item_id)',
    'its file is not there': 'not exists (select 1 from blobs b where b.id = t.blob_id and b.org_id = t.org_id)',
  },
  skillReviews: {
    ...noSkill,
    ...noVersion,
    'who reviewed it is not there': absent('people', 'person_id'),
    'a person saved what it reviews': `exists (select 1 from versions v
      where v.org_id = t.org_id and v.item_id = t.item_id and v.number = t.version and ${reviewedWhenSaved})`,
  },
  skillLoads: {
    ...noSkill,
    ...noVersion,
    'who read it is not there': `${absent('agents', 'reader_id')} and ${absent('people', 'reader_id')}`,
  },
  changes: {
    'its subject is not there': `case substr(t.subject_id, 1, 5) when 'task_' then ${absent('tasks', 'subject_id')} when 'folde' then ${absent('folders', 'subject_id')}
      else ${absent('items', 'subject_id')} end`,
    'a number is missing before it':
      't.number < 1 or (t.number > 1 and not exists (select 1 from changes c where c.org_id = t.org_id and c.subject_id = t.subject_id and c.number = t.number - 1))',
    'its subject has no such version': `t.version < 0 or (t.version = 0) <> (substr(t.subject_id, 1, 7) = 'folder_')
      or t.version > (select coalesce(max(i.version_count), t.version) from items i where i.org_id = t.org_id and i.id = t.subject_id)
      or t.version > (select coalesce(max(k.version_count), t.version) from tasks k where k.org_id = t.org_id and k.id = t.subject_id)`,
    'it has values and says nothing of its call':
      '(t.fields_after is null) <> (t.entrance is null) or (t.entrance is null and (t.request_id is not null or t.trace_id is not null))',
    'its trace is none': 't.trace_id is not null and length(t.trace_id) <> 32',
    'who made it is not there': absent('people', 'person_id'),
    'the agent that made it is not there': absent('agents', 'agent_id'),
    'the key that made it is none of its agent': keyOfAnother,
  },
  takeBacks: {
    ...noOrganization,
    'its identifier is none': "substr(t.id, 1, 8) <> 'putback_'",
    'who asked for it is not there': absent('people', 'person_id'),
    'it counts other items than it has': `cast(t.progress ->> 'found' as bigint) <> (select count(*) from put_back_items p
      where p.org_id = t.org_id and p.put_back_id = t.id)`,
    'it is done and an item of it is not': `t.state = 'done' and exists (select 1 from put_back_items p
      where p.org_id = t.org_id and p.put_back_id = t.id and p.outcome is null and p.item_id <= (t.progress ->> 'itemId'))`,
  },
  takeBackItems: {
    'its take-back is not there': absent('put_backs', 'put_back_id'),
    'its item is of no kind':
      "t.item_id not like 'doc!_%' escape '!' and t.item_id not like 'file!_%' escape '!' and t.item_id not like 'skill!_%' escape '!' and t.item_id not like 'task!_%' escape '!' and t.item_id not like 'folder!_%' escape '!'",
    'it was taken back and nothing says what was done': `(coalesce(t.outcome, '') = 'put_back') <> (coalesce(cast(t.plan -> 'made' as text), 'null') <> 'null')`,
  },
  bulkChanges: {
    ...noOrganization,
    'its identifier is none': "substr(t.id, 1, 5) <> 'bulk_'",
    'who asked for it is not there': absent('people', 'person_id'),
    'what undoes it is not there': absent('put_backs', 'take_back_id'),
    'its call is none': "t.request_id = ''",
    'it has no items': `not exists (select 1 from bulk_change_items p where p.org_id = t.org_id and p.bulk_change_id = t.id)`,
    'it goes on and has an end, or neither': "(t.state in ('working', 'undoing')) <> (t.ended_at is null)",
    'it ended before it began': 't.ended_at < t.created_at',
    'it is done and an item of it is not': `t.state = 'done' and exists (select 1 from bulk_change_items p
      where p.org_id = t.org_id and p.bulk_change_id = t.id and p.outcome is null)`,
  },
  bulkChangeItems: {
    'its bulk change is not there': absent('bulk_changes', 'bulk_change_id'),
    'a number is missing before it': `t.number < 0 or (t.number > 0 and not exists (select 1 from bulk_change_items p
      where p.org_id = t.org_id and p.bulk_change_id = t.bulk_change_id and p.number = t.number - 1))`,
    'it names nothing': "t.item_id = ''",
    'it failed and does not say why, or says why it did not': `(coalesce(t.outcome, '') = 'failed') <> (t.code is not null)
      or (t.code is null) <> (t.message is null) or (t.code is null and t.reason is not null)`,
  },
  blobs: {
    'no version shows it':
      't.id not in (select blob_id from versions where blob_id is not null) and t.id not in (select blob_id from skill_blobs)',
  },
  blobChunks: {},
  fileObjects: {
    'its file is not there': "t.state = 'kept' and t.blob_id not in (select id from blobs)",
    'its bytes are in the database too': 't.blob_id in (select blob_id from blob_chunks)',
  },
  idempotentCalls: {
    'its agent is not there': absent('agents', 'agent_id'),
    'its key is none': "t.call_key = '' or length(t.call_key) > 255 or t.tool = ''",
    'its arguments have no SHA-256': 'octet_length(t.arguments_hash) <> 32',
    'it has an answer and is running, or has neither':
      "case t.state when 'answered' then t.status is null or t.answer is null or t.runs_until is not null else t.status is not null or t.answer is not null or t.sealed_with is not null or t.runs_until is null or t.runs_until < 0 end",
    'it was answered what is not kept': 't.status not in (200, 502)',
    'its answer is no JSON': "t.state = 'answered' and octet_length(t.answer) < 2",
    'its answer is sealed with no secret': 'length(t.sealed_with) <> 16',
    'it names an item without its type, or a type without an item': '(t.item_type is null) <> (t.item_id is null)',
  },
  importPaths: {
    'its item is not there': absent('items', 'item_id'),
    'it is no path in a folder': `t.path not like '%/%' or (substr(t.path, 1, 1) <> '/' and not exists (select 1 from folders f
      where f.org_id = t.org_id and substr(t.path, 1, length(f.id) + 1) = f.id || '/'))`,
  },
  tasks: {
    ...noOrganization,
    'its identifier is none': "substr(t.id, 1, 5) <> 'task_'",
    'its number was never given':
      't.number < 1 or t.number > (select coalesce(max(o.task_count), 0) from organizations o where o.id = t.org_id)',
    'it has no title': "t.title = ''",
    'it is open and done, or neither': "t.is_open <> (t.status not in ('done', 'canceled'))",
    'its assignee is not in lower case': "t.assignee = '' or t.assignee <> lower(t.assignee)",
    'its due date is none': 't.due_at < 0',
    'it has no version': 't.version_count < 1',
    'it is done and does not say since when, or says so and is not': "(t.status = 'done') <> (t.done_at is not null)",
    'its place in the list is not that of its due date': `t.due_order <> coalesce(t.due_at, ${Number.MAX_SAFE_INTEGER})`,
    ...updatedBefore,
  },
  connections: {
    ...noOrganization,
    ...noName,
    'its owner is not there': absent('people', 'owner_id'),
    'it is in order and has a note of what is wrong': "t.status in ('active', 'paused') and t.status_note is not null",
    'its revision is none': 't.revision < 1',
    'it has tools and was never asked for them':
      't.catalogue_at is null and exists (select 1 from service_tools s where s.org_id = t.org_id and s.connection_id = t.id)',
    ...updatedBefore,
  },
  connectionSecrets: {
    'its connection or webhook is not there': `${absent('connections', 'connection_id')} and ${absent('webhooks', 'connection_id')}`,
    'it names no key that it was sealed with': 'length(t.key_id) <> 16',
    'it is too short to be sealed': 'octet_length(t.sealed) < 28',
    'it is of an account that is not there': `t.field like 'account:%' and not exists (select 1 from connection_accounts a
      where a.org_id = t.org_id and a.connection_id = t.connection_id and 'account:' || a.person_id = t.field)`,
  },
  connectionStates: {
    ...noConnection,
    'it is in order and has a note of what is wrong': "t.status in ('active', 'paused') and t.note is not null",
  },
  connectionAccounts: {
    ...noConnection,
    'its identifier is none': "substr(t.id, 1, 5) <> 'acct_'",
    'whose it is is not there': `t.person_id <> '' and not exists (select 1 from people p
      where p.org_id = t.org_id and p.id = t.person_id and p.removed_at is null)`,
    'who connected it is not there': absent('people', 'connected_by'),
    'it is good and has no tokens, or has ended and has some': `(t.status = 'active') <> exists (select 1 from connection_secrets s
      where s.org_id = t.org_id and s.connection_id = t.connection_id and s.field = 'account:' || t.person_id)`,
    'it is good and a note says why it has ended': "t.status = 'active' and t.note is not null",
    'it has ended and is renewed': "t.status = 'ended' and t.claimed_at is not null",
    'its revision is none': 't.revision < 1',
  },
  connectionAuthorizations: {
    ...noConnection,
    'its identifier is none': "substr(t.id, 1, 14) <> 'authorization_'",
    'its hash is no SHA-256': 'octet_length(t.hash) <> 32',
    'who began it is not there': absent('people', 'person_id'),
    'its session is not there': 't.session_id not in (select id from sessions)',
    'it was over when it was made': 't.expires_at <= t.created_at',
  },
  webhooks: {
    ...noOrganization,
    ...noName,
    'its identifier is none': "substr(t.id, 1, 8) <> 'webhook_'",
    'who created it is not there': absent('people', 'person_id'),
    'its address is none': "t.url not like 'http%://_%'",
    'it has no secret': `not exists (select 1 from connection_secrets s
      where s.org_id = t.org_id and s.connection_id = t.id and s.field = '${signingField}')`,
    'it is stopped without a reason, or goes on with one': "(t.status = 'stopped') <> (t.stop_reason is not null)",
    ...beyondTheLog,
    'its position is none': 't.activity_id < 0 or t.told_of_next < 0 or t.held_through < 1577836800000',
    'it counts failures without saying since when': '(t.failures > 0) <> (t.failing_since is not null) or t.failures < 0',
    'it waits without having failed': 't.next_attempt_at is not null and t.failures = 0',
    'it has failed before it was made': `t.failing_since < t.created_at - ${dayMs}`,
    'it does not say how it failed': "t.failures > 0 and coalesce(t.last_error, '') = ''",
    'it was delivered to before it was made': `t.delivered_at < t.created_at - ${dayMs}`,
    'it counts skipped events without saying when': '(t.skipped_events > 0) <> (t.skipped_at is not null) or t.skipped_events < 0',
    'it skipped an event before it was made': `t.skipped_at < t.created_at - ${dayMs}`,
  },
  leases: {
    'nobody holds it': "t.holder = ''",
    'it is no work of Gatehouse': `t.name not in (${leaseNames.map((name) => `'${name}'`).join(', ')})`,
  },
  serviceTools: {
    ...noConnection,
    'who marked it is not there': absent('people', 'marked_by'),
    'somebody marked it and it is not marked': 't.marked_by is not null and t.marked_mode is null',
    'it is held without a reason, or for none': `case
      when t.held_for is null then t.approved_hash is null or t.approved_hash <> t.definition_hash
      when t.held_for = 'new' then t.approved_hash is not null
      else t.approved_hash is null or t.approved_hash = t.definition_hash end`,
  },
};

/** Rules for invariants that only SQLite has. */
export const sqliteRowRules: Partial<typeof rowRules> = {
  organizations: {
    'its items are in the search index of another': `exists (select 1 from items i
      where i.org_id = t.id and i.search_row is not null and i.search_row / ${rowsPerOrganization} <> t.number)`,
  },
};

function noAddress(column: string): string {
  return `${column} not like '%_@_%' or ${column} <> lower(${column})`;
}

function mediaTypeOf(column: string): string {
  return `${column} not like '%_/_%'`;
}
