import { dayMs, extractableMimeTypes, leaseNames, maxCommentBytes, maxHouseRulesBytes, textSourceOf } from '@gatehouse/domain';
import type { MadeTable, TableName } from '../../engines/copy/table-row.ts';
import { rowsPerOrganization } from '../../engines/sqlite/search-statements.ts';
import { signingField } from '../../repos/services/webhooks.ts';

/**
 * Conditions on a row `t` of the table by fault, in SQL for both engines. The key describes the fault, the value is true if the row has it.
 */
export type RowRules = Record<string, string>;

const noOrganization = { 'its organization does not exist': 't.org_id not in (select id from organizations)' };

/** True for a row that names a missing row of its own organization. */
function absent(table: string, column: string): string {
  return `t.${column} is not null and not exists (select 1 from ${table} r where r.org_id = t.org_id and r.id = t.${column})`;
}

const keyOfAnother = `t.key_id is not null and not exists (select 1 from keys k
  where k.org_id = t.org_id and k.id = t.key_id and k.agent_id = t.agent_id and k.person_id = t.person_id)`;
const noConnection = { 'its connection does not exist': absent('connections', 'connection_id') };
const noSkill = {
  'its skill does not exist': "not exists (select 1 from items r where r.org_id = t.org_id and r.id = t.item_id and r.type = 'skill')",
};
const noItem = { 'its item does not exist': absent('items', 'item_id') };
const noVersion = {
  'its item does not have this version': `t.version < 1 or t.version > (select coalesce(max(i.version_count), 0) from items i
    where i.org_id = t.org_id and i.id = t.item_id)`,
};
/** Refused calls of one minute become one row, so a position can be a little beyond the last row. */
const beyondTheLog = { 'its position is beyond the end of the log': 't.activity_id > (select max(id) from activity) + 1000000' };
/** Clocks are adjusted now and then: a time that is out of order by less than a day is accepted. */
const updatedBefore = { 'it was updated before it was created': `t.updated_at < t.created_at - ${dayMs}` };
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

/** True for a version `v` of a skill that a person saved, unless a take-back restored an unreviewed state. // D72 */
const reviewedWhenSaved = 'v.agent_id is null and v.key_id is null and not v.needs_review';

/** Impossible states of one row's columns and of the rows it names. Types, enumerations and times are in `column-rules.ts`. */
export const rowRules: Record<Exclude<TableName, 'activity'> | MadeTable, RowRules> = {
  organizations: {
    ...noName,
    'its number is invalid': 't.number < 1',
    'its house rules are empty or too long': `t.house_rules = '' or octet_length(t.house_rules) > ${maxHouseRulesBytes}`,
    'its history begins before it was created': 't.history_since < t.created_at',
    'its task count is lower than its number of tasks':
      't.task_count < 0 or t.task_count < (select coalesce(max(k.number), 0) from tasks k where k.org_id = t.id)',
    'it has no owner': "not exists (select 1 from people p where p.org_id = t.id and p.role = 'owner' and p.removed_at is null)",
  },
  people: {
    ...noOrganization,
    ...noName,
    'its email address is not a valid address in lower case': noAddress('t.email'),
    'it was removed but has active keys':
      't.removed_at is not null and exists (select 1 from keys k where k.org_id = t.org_id and k.person_id = t.id and k.revoked_at is null)',
    'it was removed before it was created': `t.removed_at < t.created_at - ${dayMs}`,
    'its account does not exist': 't.account_id is not null and t.account_id not in (select id from accounts)',
    'its news was marked as seen before it was created': `t.news_seen_at < t.created_at - ${dayMs}`,
    'it was removed but is linked to an account': 't.removed_at is not null and t.account_id is not null',
  },
  personGroups: {
    ...noOrganization,
    ...noName,
    'its identifier is invalid': "substr(t.id, 1, 6) <> 'group_'",
    'its value of the claim is empty': "t.claim_value = ''",
  },
  groupMembers: {
    'its group does not exist': absent('person_groups', 'group_id'),
    'its person does not exist or was removed':
      'not exists (select 1 from people p where p.org_id = t.org_id and p.id = t.person_id and p.removed_at is null)',
    'it expires although its group is not linked, or its group is linked but it does not expire': `(t.expires_at is null) <> exists (select 1 from person_groups g
      where g.org_id = t.org_id and g.id = t.group_id and g.claim_value is null)`,
  },
  accounts: {
    ...noName,
    'its identifier is invalid': "substr(t.id, 1, 8) <> 'account_'",
    'its email address is not a valid address in lower case': noAddress('t.email'),
    'its password is not a valid hash': "t.password_hash not like '$argon2id$v=19$m=%,t=%,p=%$%$%'",
  },
  sessions: {
    'its identifier is invalid': "substr(t.id, 1, 8) <> 'session_'",
    'its hash is not a SHA-256': 'octet_length(t.hash) <> 32',
    'its account does not exist': 't.account_id not in (select id from accounts)',
    'it was used before it was created': `t.seen_at < t.created_at - ${dayMs}`,
    'it expired before it was created': 't.expires_at <= t.created_at',
  },
  links: {
    'its identifier is invalid': "substr(t.id, 1, 5) <> 'link_'",
    'its hash is not a SHA-256': 'octet_length(t.hash) <> 32',
    'its organization does not exist': 't.org_id is not null and t.org_id not in (select id from organizations)',
    'its creator does not exist': absent('people', 'created_by'),
    'its account does not exist': 't.account_id is not null and t.account_id not in (select id from accounts)',
    'its fields do not match its kind': `case t.kind
      when 'invitation' then t.org_id is null or t.email is null or t.role is null or t.account_id is not null
      when 'reset' then t.account_id is null or t.role is not null
      else t.org_id is not null or t.account_id is not null or t.email is not null or t.role is not null end`,
    'its email address is not a valid address in lower case': noAddress('t.email'),
    'it expired before it was created': 't.expires_at <= t.created_at',
    'it was both used and revoked': 't.used_at is not null and t.revoked_at is not null',
  },
  guesses: {
    'its identifier is invalid': "substr(t.id, 1, 6) <> 'guess_'",
    'it is counted for a value that is not a SHA-256':
      'octet_length(t.pair) <> 32 or octet_length(t.email) <> 32 or octet_length(t.address) <> 32',
  },
  companyIdentities: {
    'its identifier is invalid': "substr(t.id, 1, 8) <> 'company_'",
    'its issuer is not a URL': "t.issuer not like 'http%://_%'",
    'its subject is empty': "t.subject = ''",
    'its account does not exist': 't.account_id not in (select id from accounts)',
    'its email address is not a valid address in lower case': noAddress('t.email'),
  },
  companySignIns: {
    'its identifier is invalid': "substr(t.id, 1, 7) <> 'signin_'",
    'its hash is not a SHA-256': 'octet_length(t.hash) <> 32 or octet_length(t.browser) <> 32',
    'its account does not exist': 't.account_id is not null and t.account_id not in (select id from accounts)',
    'its invitation does not exist':
      "t.link_id is not null and not exists (select 1 from links l where l.id = t.link_id and l.kind = 'invitation')",
    'it both links an account and accepts an invitation': 't.account_id is not null and t.link_id is not null',
    'it expired before it was created': 't.expires_at <= t.created_at',
  },
  allowedDomains: {
    ...noOrganization,
    'its domain is not a valid domain in lower case': "t.domain not like '%_._%' or t.domain like '%@%' or t.domain <> lower(t.domain)",
  },
  passkeys: {
    ...noName,
    'its identifier is invalid': "substr(t.id, 1, 8) <> 'passkey_'",
    'its account does not exist': 't.account_id not in (select id from accounts)',
    'its credential ID is invalid': 'octet_length(t.credential_id) not between 16 and 1023',
    'its public key is invalid': 'octet_length(t.public_key) < 32',
    'its counter is invalid': 't.counter not between 0 and 4294967295',
    'it was used before it was created': `t.last_used_at < t.created_at - ${dayMs}`,
  },
  passkeyChallenges: {
    'its identifier is invalid': "substr(t.id, 1, 10) <> 'challenge_'",
    'its hash is not a SHA-256': 'octet_length(t.hash) <> 32',
    'its account does not exist': 't.account_id is not null and t.account_id not in (select id from accounts)',
    'it has both an account and a counted attempt, or neither': '(t.account_id is null) <> (t.guess_id is not null)',
    'its counted attempt has an invalid identifier': "substr(t.guess_id, 1, 6) <> 'guess_'",
    'it expired before it was created': 't.expires_at <= t.created_at',
  },
  oauthClients: {
    'its identifier is invalid': "substr(t.id, 1, 7) <> 'client_'",
    'its address is not a SHA-256': 'octet_length(t.address) <> 32',
    'it was used before it was created': `t.used_at < t.created_at - ${dayMs}`,
  },
  oauthRecords: {
    'its identifier is invalid': "substr(t.id, 1, 6) <> 'oauth_'",
    'its hash is not a SHA-256': 'octet_length(t.hash) <> 32',
    'its grant or organization does not match its model':
      "(t.model = 'request') <> (t.key_id is null) or (t.org_id is null) <> (t.key_id is null)",
    'its grant does not exist':
      "t.key_id is not null and not exists (select 1 from keys k where k.org_id = t.org_id and k.id = t.key_id and k.prefix = '')",
    'it expired before it was created': 't.expires_at <= t.created_at',
    'it is marked as used but its model is not used up': "t.consumed_at is not null and t.model not in ('code', 'refresh_token')",
  },
  connectSteps: {
    'its identifier is invalid': "substr(t.id, 1, 5) <> 'step_'",
  },
  strangerRows: {
    'its identifier does not match its kind':
      "(t.kind = 'request' and substr(t.id, 1, 6) <> 'oauth_') or (t.kind = 'client' and substr(t.id, 1, 7) <> 'client_') or (t.kind = 'try' and substr(t.id, 1, 6) <> 'guess_') or (t.kind = 'log' and substr(t.id, 1, 8) <> 'visitor ')",
    'its size is not positive': 't.bytes < 1',
    'one of its networks is not a SHA-256': 'octet_length(t.wide) <> 32 or octet_length(t.middle) <> 32 or octet_length(t.narrow) <> 32',
    'it expired before it was created': 't.expires_at <= t.created_at',
  },
  oauthSeeds: {
    'its identifier is invalid': "substr(t.id, 1, 5) <> 'seed_'",
    'its seed does not have 32 bytes': 'octet_length(t.seed) <> 32',
  },
  agents: {
    ...noName,
    'its person does not exist': absent('people', 'person_id'),
    'it was removed but has active keys':
      't.removed_at is not null and exists (select 1 from keys k where k.org_id = t.org_id and k.agent_id = t.id and k.revoked_at is null)',
    'it was removed before it was created': `t.removed_at < t.created_at - ${dayMs}`,
    // D46
    'it is a client with a key, or another agent with a grant':
      "exists (select 1 from keys k where k.org_id = t.org_id and k.agent_id = t.id and (k.prefix = '') <> (t.kind = 'mcp'))",
  },
  keys: {
    'its person does not exist': absent('people', 'person_id'),
    'its agent belongs to another person':
      'not exists (select 1 from agents a where a.org_id = t.org_id and a.id = t.agent_id and a.person_id = t.person_id)',
    'its hash is not a SHA-256': 'octet_length(t.hash) <> 32',
    'its replacement belongs to another agent':
      't.replaced_by is not null and not exists (select 1 from keys k where k.org_id = t.org_id and k.id = t.replaced_by and k.agent_id = t.agent_id)',
    'it expired before it was created': 't.expires_at < t.created_at',
    'it was replaced but does not expire': 't.replaced_by is not null and t.expires_at is null',
    // D10
    'its prefix is not a valid prefix of a key': "t.prefix <> '' and (length(t.prefix) <> 12 or substr(t.prefix, 1, 4) <> 'gth_')",
    // D49
    'its limits are invalid': `cast(t.limits as text) <> 'null' and (${['tools', 'serviceTools', 'connections']
      .map((list) => `coalesce(substr(cast(t.limits -> '${list}' as text), 1, 1), '') not in ('[', 'n')`)
      .join(' or ')})`,
    // D11
    'its scopes do not match its access': `(t.access = 'write') <> (cast(t.scopes as text) like '%:write"%')`,
  },
  callSlots: {
    'its key or session does not exist':
      "t.key_id <> '' and t.key_id not in (select id from keys) and t.key_id not in (select id from sessions)",
  },
  activitySums: { ...noOrganization, 'its number of calls is not positive': 't.calls < 1' },
  activityItems: noOrganization,
  activityPosition: {
    'its name or position is invalid': "t.name not in ('sums', 'items', 'otlp', 'otlp_folded') or t.activity_id < 0 or t.kept_since < 0",
    ...beyondTheLog,
  },
  folders: {
    ...noName,
    'its owner does not exist': absent('people', 'owner_id'),
    'it has read access for the organization but is not shared with it':
      "t.visibility <> 'organization' and t.organization_access <> 'write'",
    'its path is not that of the folder it is in': `t.root_id <> coalesce((select p.root_id from folders p where p.org_id = t.org_id and p.id = t.parent_id),
      case when t.parent_id is null then t.id else '' end)
      or t.path <> coalesce((select p.path from folders p where p.org_id = t.org_id and p.id = t.parent_id),
        case when t.parent_id is null then '/' else '' end) || t.id || '/'`,
    'it is in a deleted folder': `t.deleted_at is null
      and exists (select 1 from folders p where p.org_id = t.org_id and p.id = t.parent_id and p.deleted_at is not null)`,
    'it is in a folder but is shared separately': `t.parent_id is not null and (t.visibility <> 'private'
      or exists (select 1 from folder_shares s where s.org_id = t.org_id and s.folder_id = t.id))`,
    'it is in a folder but asks for review separately': 't.parent_id is not null and t.asks_review',
    'folders are more than ten deep': "length(t.path) - length(replace(t.path, '/', '')) > 11",
  },
  folderShares: {
    'its folder does not exist': absent('folders', 'folder_id'),
    'its person or group does not exist': `${absent('people', 'shared_with')} and ${absent('person_groups', 'shared_with')}`,
  },
  items: {
    ...noOrganization,
    ...noName,
    'its folder does not exist': absent('folders', 'folder_id'),
    'its kind does not match its type': "(t.type = 'skill') <> (t.kind = 'skill') or (t.type = 'doc' and t.kind <> 'text')",
    'its media type is invalid': mediaTypeOf('t.mime_type'),
    'it is a document or skill but its media type is not Markdown': "t.type <> 'file' and t.mime_type <> 'text/markdown'",
    'it is a system or agent-memory item but not a document': "(t.is_system or t.is_agent_memory) and t.type <> 'doc'",
    'it names who deleted it but is not in the trash': 't.deleted_by is not null and t.deleted_at is null',
    'the person who deleted it does not exist': absent('people', 'deleted_by'),
    'the person of its last change does not exist': absent('people', 'changed_by'),
    'the agent of its last change does not exist': absent('agents', 'changed_by_agent'),
    'it does not name the author of its last change': `exists (select 1 from versions v
      where v.org_id = t.org_id and v.item_id = t.id and v.number = t.version_count and (t.changed_through is null
        or t.changed_by is null and v.person_id is not null and ${noChangeSince('v.at')}
        or t.changed_by_agent is null and v.agent_id is not null and ${noChangeSince('v.at')}))`,
    'its manifest is not that of its newest version': `coalesce(t.manifest, '') <> coalesce((select v.manifest from versions v
      where v.org_id = t.org_id and v.item_id = t.id and v.number = t.version_count), '')`,
    'its last reviewed version is wrong': `coalesce(t.reviewed_version, 0) <> case when t.type = 'skill' then coalesce(
      (select max(reviewed.number) from (
        select v.number as number from versions v where v.org_id = t.org_id and v.item_id = t.id and ${reviewedWhenSaved}
        union all select r.version as number from skill_reviews r where r.org_id = t.org_id and r.item_id = t.id) reviewed), 0) else 0 end`,
    ...updatedBefore,
    'its review count is negative': 't.review_count < 0',
    'changes wait, but it has no reviewed content': `t.waits_since is not null
      and not exists (select 1 from reviews w where w.org_id = t.org_id and w.item_id = t.id)`,
    'its text is neither extracted nor queued': `t.type = 'file' and ${sourceOf('t.mime_type')} <> ''
      and not exists (select 1 from extracted_texts x where x.org_id = t.org_id and x.item_id = t.id)`,
  },
  texts: {},
  reviews: {
    'its item does not exist, or nothing waits': `not exists (select 1 from items r where r.org_id = t.org_id and r.id = t.item_id
      and r.type <> 'skill' and r.waits_since is not null)`,
    'it has both a text and a version': 't.body is not null and t.version is not null',
    'its version does not exist': `t.version is not null and not exists (select 1 from versions v
      where v.org_id = t.org_id and v.item_id = t.item_id and v.number = t.version)`,
    'its size does not match its text': 't.size_bytes <> coalesce(octet_length(t.body), 0)',
    'it has a text without a checksum, or a checksum without a text': '(t.sha256 is null) <> (t.body is null)',
  },
  reviewDecisions: {
    ...noItem,
    ...noVersion,
    'the number before it is missing': `t.number < 1 or (t.number > 1 and not exists (select 1 from review_decisions d
      where d.org_id = t.org_id and d.item_id = t.item_id and d.number = t.number - 1))`,
    'it decides about nothing': 't.accepted < 0 or t.declined < 0 or coalesce(t.accepted, 1) + t.declined = 0',
    // A save accepts everything that it touches, or declines it by restoring the reviewed text.
    'its numbers of accepted and declined changes do not match how it was decided':
      "(t.accepted is null) <> (t.how = 'switched_off') or (t.declined > 0 and (t.how = 'switched_off' or (t.how = 'save' and t.accepted > 0)))",
    'its author does not exist': absent('people', 'person_id'),
    'its request ID is empty': "t.request_id = ''",
  },
  extractedTexts: {
    'its file does not exist': "not exists (select 1 from items r where r.org_id = t.org_id and r.id = t.item_id and r.type = 'file')",
    'its version or format does not match its file': `exists (select 1 from items r where r.org_id = t.org_id and r.id = t.item_id
      and (r.version_count <> t.version or ${sourceOf('r.mime_type')} <> t.source))`,
    'it has a text but is not ready, or is ready without a text': "(t.state = 'ready') <> (t.body is not null)",
    'its size does not match its text': 't.size_bytes <> coalesce(octet_length(t.body), 0)',
    'it failed without a reason, or has a reason but did not fail': "(t.state = 'failed') <> (t.reason is not null)",
  },
  versions: {
    'its media type is invalid': mediaTypeOf('t.mime_type'),
    'it has both a text and a file': 't.packed is not null and t.blob_id is not null',
    'its manifest does not exist': `t.manifest is not null and not exists (select 1 from skill_manifests m
      where m.org_id = t.org_id and m.item_id = t.item_id and m.hash = t.manifest)`,
    'its trace ID is invalid': 't.trace_id is not null and length(t.trace_id) <> 32',
    'its organization, size or checksum does not match its file':
      't.blob_id is not null and exists (select 1 from blobs b where b.id = t.blob_id and (b.org_id <> t.org_id or b.size_bytes <> t.size_bytes or b.sha256 <> t.sha256))',
    'its creator does not exist': absent('people', 'person_id'),
    'the agent that created it does not exist': absent('agents', 'agent_id'),
    'the key that created it belongs to another agent': keyOfAnother,
    'it needs a review but is not a skill version saved by a person':
      "t.needs_review and (t.kind <> 'skill' or t.person_id is null or t.agent_id is not null or t.key_id is not null)",
  },
  skillManifests: {
    ...noSkill,
    'no version uses it': `not exists (select 1 from versions v where v.org_id = t.org_id and v.item_id = t.item_id and v.manifest = t.hash)`,
  },
  skillBlobs: {
    ...noSkill,
    'its skill has no manifest': 'not exists (select 1 from skill_manifests m where m.org_id = t.org_id and m.item_id = t.item_id)',
    'its file does not exist': 'not exists (select 1 from blobs b where b.id = t.blob_id and b.org_id = t.org_id)',
  },
  skillReviews: {
    ...noSkill,
    ...noVersion,
    'its reviewer does not exist': absent('people', 'person_id'),
    'it reviews a version that a person saved': `exists (select 1 from versions v
      where v.org_id = t.org_id and v.item_id = t.item_id and v.number = t.version and ${reviewedWhenSaved})`,
  },
  skillLoads: {
    ...noSkill,
    ...noVersion,
    'its reader does not exist': `${absent('agents', 'reader_id')} and ${absent('people', 'reader_id')}`,
  },
  changes: {
    'its subject does not exist': `case substr(t.subject_id, 1, 5) when 'task_' then ${absent('tasks', 'subject_id')} when 'folde' then ${absent('folders', 'subject_id')}
      else ${absent('items', 'subject_id')} end`,
    'the number before it is missing':
      't.number < 1 or (t.number > 1 and not exists (select 1 from changes c where c.org_id = t.org_id and c.subject_id = t.subject_id and c.number = t.number - 1))',
    'its subject does not have this version': `t.version < 0 or (t.version = 0) <> (substr(t.subject_id, 1, 7) = 'folder_')
      or t.version > (select coalesce(max(i.version_count), t.version) from items i where i.org_id = t.org_id and i.id = t.subject_id)
      or t.version > (select coalesce(max(k.version_count), t.version) from tasks k where k.org_id = t.org_id and k.id = t.subject_id)`,
    'its values and its call do not match':
      '(t.fields_after is null) <> (t.entrance is null) or (t.entrance is null and (t.request_id is not null or t.trace_id is not null))',
    'its trace ID is invalid': 't.trace_id is not null and length(t.trace_id) <> 32',
    'its creator does not exist': absent('people', 'person_id'),
    'the agent that created it does not exist': absent('agents', 'agent_id'),
    'the key that created it belongs to another agent': keyOfAnother,
  },
  // D74
  comments: {
    ...noOrganization,
    'its identifier is invalid': "substr(t.id, 1, 8) <> 'comment_'",
    'its subject does not exist': `case substr(t.subject_id, 1, 5) when 'task_' then ${absent('tasks', 'subject_id')}
      else ${absent('items', 'subject_id')} end`,
    'it does not answer a comment on its subject': `t.answer_to is not null and not exists (select 1 from comments c
      where c.org_id = t.org_id and c.id = t.answer_to and c.subject_id = t.subject_id and c.answer_to is null)`,
    'it is empty or too long': `t.body = '' or octet_length(t.body) > ${maxCommentBytes}`,
    'its quote does not match its position': "(t.quote is null) <> (t.quote_start is null) or t.quote = '' or t.quote_start < 0",
    'its author does not exist': absent('people', 'person_id'),
    'the agent that wrote it does not exist': absent('agents', 'agent_id'),
    'its request ID is empty': "t.request_id = ''",
    'it is resolved without a person or a time': '(t.resolved_at is null) <> (t.resolved_by is null)',
    'the person who resolved it does not exist': absent('people', 'resolved_by'),
    'the agent that resolved it does not exist': `t.resolved_by is null and t.resolved_by_agent is not null or ${absent('agents', 'resolved_by_agent')}`,
  },
  // D86
  inboxReads: {
    ...noOrganization,
    'its subject does not exist': `case when t.subject_id like 'task!_%' escape '!' then ${absent('tasks', 'subject_id')}
      when t.subject_id like 'comment!_%' escape '!' then ${absent('comments', 'subject_id')}
      when t.subject_id like 'conn!_%' escape '!' then ${absent('connections', 'subject_id')}
      else ${absent('items', 'subject_id')} end`,
    'its person does not exist or has left': `not exists (select 1 from people p
      where p.org_id = t.org_id and p.id = t.person_id and p.removed_at is null)`,
    'it was marked before the entry that it marks': `t.marked_at < t.read_through - ${dayMs}`,
  },
  takeBacks: {
    ...noOrganization,
    'its identifier is invalid': "substr(t.id, 1, 8) <> 'putback_'",
    'its requester does not exist': absent('people', 'person_id'),
    'its item count does not match its number of items': `cast(t.progress ->> 'found' as bigint) <> (select count(*) from put_back_items p
      where p.org_id = t.org_id and p.put_back_id = t.id)`,
    'it is done but one of its items is not': `t.state = 'done' and exists (select 1 from put_back_items p
      where p.org_id = t.org_id and p.put_back_id = t.id and p.outcome is null and p.item_id <= (t.progress ->> 'itemId'))`,
  },
  takeBackItems: {
    'its take-back does not exist': absent('put_backs', 'put_back_id'),
    'its item has an unknown type':
      "t.item_id not like 'doc!_%' escape '!' and t.item_id not like 'file!_%' escape '!' and t.item_id not like 'skill!_%' escape '!' and t.item_id not like 'task!_%' escape '!' and t.item_id not like 'folder!_%' escape '!'",
    'its outcome does not match its recorded changes': `(coalesce(t.outcome, '') = 'put_back') <> (coalesce(cast(t.plan -> 'made' as text), 'null') <> 'null')`,
  },
  bulkChanges: {
    ...noOrganization,
    'its identifier is invalid': "substr(t.id, 1, 5) <> 'bulk_'",
    'its requester does not exist': absent('people', 'person_id'),
    'its take-back does not exist': absent('put_backs', 'take_back_id'),
    'its request ID is empty': "t.request_id = ''",
    'it has no items': `not exists (select 1 from bulk_change_items p where p.org_id = t.org_id and p.bulk_change_id = t.id)`,
    'it is running with an end time, or has ended without one': "(t.state in ('working', 'undoing')) <> (t.ended_at is null)",
    'it ended before it was created': 't.ended_at < t.created_at',
    'it is done but one of its items is not': `t.state = 'done' and exists (select 1 from bulk_change_items p
      where p.org_id = t.org_id and p.bulk_change_id = t.id and p.outcome is null)`,
  },
  bulkChangeItems: {
    'its bulk change does not exist': absent('bulk_changes', 'bulk_change_id'),
    'the number before it is missing': `t.number < 0 or (t.number > 0 and not exists (select 1 from bulk_change_items p
      where p.org_id = t.org_id and p.bulk_change_id = t.bulk_change_id and p.number = t.number - 1))`,
    'its item is empty': "t.item_id = ''",
    'its outcome does not match its error': `(coalesce(t.outcome, '') = 'failed') <> (t.code is not null)
      or (t.code is null) <> (t.message is null) or (t.code is null and t.reason is not null)`,
  },
  blobs: {
    'no version uses it':
      't.id not in (select blob_id from versions where blob_id is not null) and t.id not in (select blob_id from skill_blobs)',
  },
  blobChunks: {},
  fileObjects: {
    'its file does not exist': "t.state = 'kept' and t.blob_id not in (select id from blobs)",
    'its bytes are also in the database': 't.blob_id in (select blob_id from blob_chunks)',
  },
  idempotentCalls: {
    'its agent does not exist': absent('agents', 'agent_id'),
    'its idempotency key or tool is invalid': "t.call_key = '' or length(t.call_key) > 255 or t.tool = ''",
    'the hash of its arguments is not a SHA-256': 'octet_length(t.arguments_hash) <> 32',
    'its answer does not match its state':
      "case t.state when 'answered' then t.status is null or t.answer is null or t.runs_until is not null else t.status is not null or t.answer is not null or t.sealed_with is not null or t.runs_until is null or t.runs_until < 0 end",
    'its status is not one that is kept': 't.status not in (200, 502)',
    'its answer is not JSON': "t.state = 'answered' and octet_length(t.answer) < 2",
    'its answer names an invalid secret': 'length(t.sealed_with) <> 16',
    'it names an item without its type, or a type without an item': '(t.item_type is null) <> (t.item_id is null)',
  },
  importPaths: {
    'its item does not exist': absent('items', 'item_id'),
    'its path is not in a folder': `t.path not like '%/%' or (substr(t.path, 1, 1) <> '/' and not exists (select 1 from folders f
      where f.org_id = t.org_id and substr(t.path, 1, length(f.id) + 1) = f.id || '/'))`,
  },
  tasks: {
    ...noOrganization,
    'its identifier is invalid': "substr(t.id, 1, 5) <> 'task_'",
    'its number was never assigned':
      't.number < 1 or t.number > (select coalesce(max(o.task_count), 0) from organizations o where o.id = t.org_id)',
    'it has no title': "t.title = ''",
    'its open flag does not match its status': "t.is_open <> (t.status not in ('done', 'canceled'))",
    'its assignee is not in lower case': "t.assignee = '' or t.assignee <> lower(t.assignee)",
    'its due date is invalid': 't.due_at < 0',
    'it has no version': 't.version_count < 1',
    'its completion time does not match its status': "(t.status = 'done') <> (t.done_at is not null)",
    'its position in the list does not match its due date': `t.due_order <> coalesce(t.due_at, ${Number.MAX_SAFE_INTEGER})`,
    ...updatedBefore,
  },
  connections: {
    ...noOrganization,
    ...noName,
    'its owner does not exist': absent('people', 'owner_id'),
    'it has no fault but a note about one': "t.status in ('active', 'paused') and t.status_note is not null",
    'its revision is invalid': 't.revision < 1',
    'it has tools that were never loaded':
      't.catalogue_at is null and exists (select 1 from service_tools s where s.org_id = t.org_id and s.connection_id = t.id)',
    ...updatedBefore,
  },
  connectionShares: {
    'its connection is not shared with groups': `not exists (select 1 from connections c
      where c.org_id = t.org_id and c.id = t.connection_id and c.visibility = 'groups')`,
    'its group does not exist': absent('person_groups', 'group_id'),
  },
  connectionSecrets: {
    'its connection or webhook does not exist': `${absent('connections', 'connection_id')} and ${absent('webhooks', 'connection_id')}`,
    'its encryption key is invalid': 'length(t.key_id) <> 16',
    'it is too short to be encrypted': 'octet_length(t.sealed) < 28',
    'its account at the service does not exist': `t.field like 'account:%' and not exists (select 1 from connection_accounts a
      where a.org_id = t.org_id and a.connection_id = t.connection_id and 'account:' || a.person_id = t.field)`,
  },
  connectionStates: {
    ...noConnection,
    'it has no fault but a note about one': "t.status in ('active', 'paused') and t.note is not null",
  },
  connectionAccounts: {
    ...noConnection,
    'its identifier is invalid': "substr(t.id, 1, 5) <> 'acct_'",
    'its person does not exist': `t.person_id <> '' and not exists (select 1 from people p
      where p.org_id = t.org_id and p.id = t.person_id and p.removed_at is null)`,
    'the person who connected it does not exist': absent('people', 'connected_by'),
    'it is active without tokens, or has ended but has tokens': `(t.status = 'active') <> exists (select 1 from connection_secrets s
      where s.org_id = t.org_id and s.connection_id = t.connection_id and s.field = 'account:' || t.person_id)`,
    'it is active but has a reason for its end': "t.status = 'active' and t.note is not null",
    'it has ended but its token is being refreshed': "t.status = 'ended' and t.claimed_at is not null",
    'its revision is invalid': 't.revision < 1',
  },
  connectionAuthorizations: {
    ...noConnection,
    'its identifier is invalid': "substr(t.id, 1, 14) <> 'authorization_'",
    'its hash is not a SHA-256': 'octet_length(t.hash) <> 32',
    'the person who began it does not exist': absent('people', 'person_id'),
    'its session does not exist': 't.session_id not in (select id from sessions)',
    'it expired before it was created': 't.expires_at <= t.created_at',
  },
  webhooks: {
    ...noOrganization,
    ...noName,
    'its identifier is invalid': "substr(t.id, 1, 8) <> 'webhook_'",
    'its creator does not exist': absent('people', 'person_id'),
    'its URL is invalid': "t.url not like 'http%://_%'",
    'it has no secret': `not exists (select 1 from connection_secrets s
      where s.org_id = t.org_id and s.connection_id = t.id and s.field = '${signingField}')`,
    'it is stopped without a reason, or runs with one': "(t.status = 'stopped') <> (t.stop_reason is not null)",
    ...beyondTheLog,
    'its position is invalid': 't.activity_id < 0 or t.told_of_next < 0 or t.held_through < 1577836800000',
    'its failures do not match the time of the first failure': '(t.failures > 0) <> (t.failing_since is not null) or t.failures < 0',
    'it waits for a retry without a failure': 't.next_attempt_at is not null and t.failures = 0',
    'it failed before it was created': `t.failing_since < t.created_at - ${dayMs}`,
    'it has failures but no error': "t.failures > 0 and coalesce(t.last_error, '') = ''",
    'it has a delivery before it was created': `t.delivered_at < t.created_at - ${dayMs}`,
    'its skipped events do not match the time of the last one':
      '(t.skipped_events > 0) <> (t.skipped_at is not null) or t.skipped_events < 0',
    'it skipped an event before it was created': `t.skipped_at < t.created_at - ${dayMs}`,
  },
  leases: {
    'it has no holder': "t.holder = ''",
    'its name is not a job of Gatehouse': `t.name not in (${leaseNames.map((name) => `'${name}'`).join(', ')})`,
  },
  serviceTools: {
    ...noConnection,
    'the person who marked it does not exist': absent('people', 'marked_by'),
    'it names who marked it but has no mark': 't.marked_by is not null and t.marked_mode is null',
    'its hold does not match its approval': `case
      when t.held_for is null then t.approved_hash is null or t.approved_hash <> t.definition_hash
      when t.held_for = 'new' then t.approved_hash is not null
      else t.approved_hash is null or t.approved_hash = t.definition_hash end`,
  },
};

/** Rules for invariants that only SQLite has. */
export const sqliteRowRules: Partial<typeof rowRules> = {
  organizations: {
    'its items are in the search index of another organization': `exists (select 1 from items i
      where i.org_id = t.id and i.search_row is not null and i.search_row / ${rowsPerOrganization} <> t.number)`,
  },
};

function noAddress(column: string): string {
  return `${column} not like '%_@_%' or ${column} <> lower(${column})`;
}

function mediaTypeOf(column: string): string {
  return `${column} not like '%_/_%'`;
}
