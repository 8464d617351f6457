type Edit = string | Partial<Record<'sqlite' | 'postgres', string>>;

const doc = "where id = 'doc_1'";
const file = "where id = 'file_1'";
const head = "where item_id = 'doc_1' and number = 2";
const deletion = "where item_id = 'doc_gone' and number = 2";
const chunk = "where blob_id = 'blob_file_1' and number = 1";
const call = "where request_id = 'req_1'";
const serviceCall = "where request_id = 'req_2'";
const folded = "where request_id = 'req_3'";
const minuteSum = "where subject = '' and span = 60000 and outcome = 'ok'";
const key = "where id = 'key_1'";
const oldKey = "where id = 'key_old'";
const ada = "where id = 'person_ada'";
const acme = "where id = 'org_acme'";
const task = "where id = 'task_1'";
const tool = "where name = 'read_issue'";
const marked = "where name = 'marked'";
const changed = "where name = 'changed'";
const account = "where id = 'account_1'";
const session = "where id = 'session_1'";
const endedSession = "where id = 'session_old'";
const invitation = "where id = 'link_1'";
const used = "where id = 'link_3'";
const revoked = "where id = 'link_2'";
const joining = "where id = 'signin_2'";
const adding = "where id = 'challenge_1'";
const secret = "where field = 'token'";
const accountAt = "where id = 'acct_1'";
const agent = "where id = 'agent_1'";
const refreshToken = "where id = 'oauth_3'";
const short = { sqlite: "x'0011'", postgres: "'\\x0011'" };
const seconds = '1763000000';
const tomorrow = '9999999999999';

/** A wrong value for each column, as a hand, a script or a broken program may leave it. */
export const columnEdits: Record<string, Edit> = {
  'organizations.id': `'org_gone' ${acme}`,
  'organizations.number': { sqlite: `7 ${acme}`, postgres: `0 ${acme}` },
  'organizations.task_count': `1 ${acme}`,
  'organizations.client_hosts': { sqlite: `'{}' ${acme}`, postgres: `'{}' ${acme}` },
  'organizations.created_at': `${seconds} ${acme}`,

  'people.org_id': `'org_second' ${ada}`,
  'people.id': `'person_gone_too' ${ada}`,
  'people.email': `'Ada@Acme.test' ${ada}`,
  'people.role': `'member' where id = 'person_owner'`,
  'people.created_at': `${seconds} ${ada}`,
  'people.removed_at': `created_at + 5 ${ada}`,

  'people.account_id': `'account_2' ${ada}`,
  'people.news_seen_at': `${seconds} ${ada}`,

  'accounts.id': `'account_2' ${account}`,
  'accounts.email': `'Ada@Acme.test' ${account}`,
  'accounts.password_hash': `'correct horse' ${account}`,
  'accounts.created_at': `${seconds} ${account}`,

  'sessions.id': `'session_2' ${session}`,
  'sessions.hash': { sqlite: `${short.sqlite} ${session}`, postgres: `${short.postgres} ${session}` },
  'sessions.account_id': `'account_2' ${session}`,
  'sessions.created_at': `${seconds} ${session}`,
  'sessions.seen_at': `created_at - 9999999999 ${session}`,
  'sessions.expires_at': `created_at ${session}`,
  'sessions.ended_at': `${tomorrow} ${endedSession}`,

  'links.id': `'2' ${invitation}`,
  'links.hash': { sqlite: `${short.sqlite} ${invitation}`, postgres: `${short.postgres} ${invitation}` },
  'links.kind': `'reset' ${invitation}`,
  'links.org_id': `'org_gone' ${invitation}`,
  'links.created_by': `'person_other' ${invitation}`,
  'links.account_id': `'account_2' ${used}`,
  'links.email': `'Eve@Acme.test' ${invitation}`,
  'links.role': `'king' ${invitation}`,
  'links.created_at': `${seconds} ${invitation}`,
  'links.expires_at': `created_at ${invitation}`,
  'links.used_at': `${tomorrow} ${used}`,
  'links.revoked_at': `${tomorrow} ${revoked}`,

  'guesses.id': `'1'`,
  'guesses.pair': short,
  'guesses.email': short,
  'guesses.address': short,
  'guesses.at': tomorrow,

  'company_identities.id': `'1'`,
  'company_identities.issuer': `'acme'`,
  'company_identities.subject': `''`,
  'company_identities.account_id': `'account_2'`,
  'company_identities.email': `'Ada@Company.test'`,
  'company_identities.created_at': seconds,

  'company_sign_ins.id': `'1' ${joining}`,
  'company_sign_ins.hash': { sqlite: `${short.sqlite} ${joining}`, postgres: `${short.postgres} ${joining}` },
  'company_sign_ins.browser': { sqlite: `${short.sqlite} ${joining}`, postgres: `${short.postgres} ${joining}` },
  'company_sign_ins.account_id': `'account_1' ${joining}`,
  'company_sign_ins.link_id': `'link_3' ${joining}`,
  'company_sign_ins.created_at': `${seconds} ${joining}`,
  'company_sign_ins.expires_at': `created_at ${joining}`,

  'allowed_domains.org_id': `'org_gone'`,
  'allowed_domains.domain': `'Company.test'`,
  'allowed_domains.created_at': seconds,
  'passkeys.id': `'1'`,
  'passkeys.account_id': `'account_2'`,
  'passkeys.credential_id': short,
  'passkeys.public_key': short,
  'passkeys.counter': '-1',
  'passkeys.transports': { sqlite: `'["usb"'`, postgres: `'{}'` },
  'passkeys.created_at': seconds,
  'passkeys.last_used_at': tomorrow,

  'passkey_challenges.id': `'1' ${adding}`,
  'passkey_challenges.hash': { sqlite: `${short.sqlite} ${adding}`, postgres: `${short.postgres} ${adding}` },
  'passkey_challenges.account_id': `'account_2' ${adding}`,
  'passkey_challenges.guess_id': `'guess_1' ${adding}`,
  'passkey_challenges.created_at': `${seconds} ${adding}`,
  'passkey_challenges.expires_at': `created_at ${adding}`,

  'oauth_clients.id': `'1'`,
  'oauth_clients.metadata': { sqlite: `'{"a":'`, postgres: `'[]'` },
  'oauth_clients.address': short,
  'oauth_clients.created_at': seconds,
  'oauth_clients.used_at': tomorrow,

  'oauth_records.id': `'1' ${refreshToken}`,
  'oauth_records.hash': { sqlite: `${short.sqlite} ${refreshToken}`, postgres: `${short.postgres} ${refreshToken}` },
  'oauth_records.model': `'request' ${refreshToken}`,
  'oauth_records.org_id': `'org_second' ${refreshToken}`,
  'oauth_records.key_id': `'key_1' ${refreshToken}`,
  'oauth_records.payload': { sqlite: `'{"a":' ${refreshToken}`, postgres: `'[]' ${refreshToken}` },
  'oauth_records.created_at': `${seconds} ${refreshToken}`,
  'oauth_records.expires_at': `created_at ${refreshToken}`,
  'oauth_records.consumed_at': `${tomorrow} ${refreshToken}`,

  'oauth_seeds.id': `'1'`,
  'oauth_seeds.seed': short,
  'oauth_seeds.created_at': seconds,

  'connect_steps.id': `'1'`,
  'connect_steps.is_known': { sqlite: '2' },
  'connect_steps.payload': { sqlite: `'{"a":'`, postgres: `'[]'` },
  'connect_steps.created_at': seconds,
  'stranger_rows.id': `'1'`,
  'stranger_rows.kind': `'another'`,
  'stranger_rows.bytes': '0',
  'stranger_rows.wide': short,
  'stranger_rows.middle': short,
  'stranger_rows.narrow': short,
  'stranger_rows.created_at': seconds,
  'stranger_rows.expires_at': '1',

  'agents.org_id': `'org_second' ${agent}`,
  'agents.id': `'agent_2' ${agent}`,
  'agents.person_id': `'person_owner' ${agent}`,
  'agents.kind': `'mcp' ${agent}`,
  'agents.created_at': `${tomorrow} ${agent}`,
  'agents.removed_at': `created_at + 5 ${agent}`,

  'keys.org_id': `'org_second' ${key}`,
  'keys.id': `'key_2' ${key}`,
  'keys.agent_id': `'agent_2' ${key}`,
  'keys.person_id': `'person_owner' ${key}`,
  'keys.hash': { sqlite: `x'0011' ${key}`, postgres: `'\\x0011' ${key}` },
  'keys.prefix': `'ght_12345678' ${key}`,
  'keys.access': `'write' ${key}`,
  'keys.scopes': { sqlite: `'["workspace:read"' ${key}`, postgres: `'{}' ${key}` },
  'keys.limits': { sqlite: `'{"tools":' ${key}`, postgres: `'{"tools":5}' ${key}` },
  'keys.replaced_by': `'key_gone' ${key}`,
  'keys.created_at': `${seconds} ${key}`,
  'keys.expires_at': `-1 ${key}`,
  'keys.revoked_at': `${tomorrow} ${oldKey}`,
  'keys.last_used_at': `${tomorrow} ${key}`,

  'call_slots.key_id': `'key_2' where key_id = 'key_1'`,
  'call_slots.times': { sqlite: `x'00112233' where key_id = 'key_1'`, postgres: `array[${tomorrow}, 5] where key_id = 'key_1'` },

  'folders.org_id': `'org_second'`,
  'folders.id': `'folder_2'`,
  'folders.owner_id': `'person_other'`,
  'folders.visibility': `'public'`,
  'folders.created_at': seconds,
  'folders.deleted_at': tomorrow,

  'folder_shares.org_id': `'org_second'`,
  'folder_shares.folder_id': `'folder_2'`,
  'folder_shares.person_id': `'person_other'`,
  'folder_shares.created_at': seconds,

  'items.org_id': `'org_second' ${doc}`,
  'items.id': `'doc_2' ${doc}`,
  'items.type': `'file' ${doc}`,
  'items.name': `'A plot' ${doc}`,
  'items.folder_id': `'folder_2' ${doc}`,
  'items.kind': `'image' ${file}`,
  'items.mime_type': `'text/plain' ${doc}`,
  'items.size_bytes': `size_bytes + 1 ${file}`,
  'items.total_lines': `total_lines - 1 ${doc}`,
  'items.tags': `'["tag","o"]' ${doc}`,
  'items.is_system': { sqlite: `2 ${doc}`, postgres: `true ${file}` },
  'items.is_agent_memory': { sqlite: `2 ${doc}`, postgres: `true ${file}` },
  'items.version_count': `1 ${doc}`,
  'items.whole_version': `2 ${doc}`,
  'items.last_change': `'edited' ${doc}`,
  'items.sha256': { sqlite: `x'00' ${doc}`, postgres: `'\\x00' ${doc}` },
  'items.changed_by': `'person_nobody' ${doc}`,
  'items.changed_by_agent': `'agent_nobody' ${doc}`,
  'items.changed_through': `'nowhere' ${doc}`,
  'items.search_row': `search_row + 100 ${doc}`,
  'items.created_at': `${seconds} ${doc}`,
  'items.updated_at': `updated_at - 9999999999 ${doc}`,
  'items.deleted_at': `updated_at ${doc}`,
  'items.deleted_by': `'person_ada' ${doc}`,

  'texts.org_id': `'org_second' where item_id = 'doc_1'`,
  'texts.item_id': `'doc_2' where item_id = 'doc_1'`,
  'texts.body': `replace(body, 'one line', 'two line') where item_id = 'doc_1'`,

  'versions.org_id': `'org_second' ${head}`,
  'versions.item_id': `'doc_2' ${head}`,
  'versions.number': `3 ${head}`,
  'versions.base': `null ${head}`,
  'versions.packed': { sqlite: `x'00' ${head}`, postgres: `'\\x00' ${head}` },
  'versions.blob_id': `'blob_file_1' ${head}`,
  'versions.sha256': { sqlite: `zeroblob(32) ${head}`, postgres: `decode(repeat('00', 32), 'hex') ${head}` },
  'versions.size_bytes': `5 ${head}`,
  'versions.kind': `'image' ${head}`,
  'versions.mime_type': `'markdown' ${head}`,
  'versions.summary': `'by another' ${head}`,
  'versions.at': `${seconds} ${head}`,
  'versions.person_id': `'person_owner' ${head}`,
  'versions.agent_id': `'agent_2' ${head}`,
  'versions.key_id': `'key_2' ${head}`,
  'versions.entrance': `'ftp' ${head}`,

  'blobs.id': `'blob_2' where id = 'blob_file_1'`,
  'blobs.org_id': `'org_second' where id = 'blob_file_1'`,
  'blobs.size_bytes': `5 where id = 'blob_file_1'`,
  'blobs.sha256': { sqlite: `zeroblob(32) where id = 'blob_file_1'`, postgres: `decode(repeat('00', 32), 'hex') where id = 'blob_file_1'` },
  'blobs.created_at': `${seconds} where id = 'blob_file_1'`,

  'blob_chunks.blob_id': `'blob_2' ${chunk}`,
  'blob_chunks.number': `7 where blob_id = 'blob_file_1' and number = 2`,
  'blob_chunks.data': { sqlite: `zeroblob(length(data)) ${chunk}`, postgres: `decode(repeat('00', length(data)), 'hex') ${chunk}` },

  'file_objects.blob_id': `'blob_2'`,
  'file_objects.state': `'announced'`,
  'file_objects.announced_at': tomorrow,

  'import_paths.org_id': `'org_second'`,
  'import_paths.path': `'folder_2/plan.md'`,
  'import_paths.item_id': `'doc_2'`,

  'item_changes.org_id': `'org_second' ${deletion}`,
  'item_changes.item_id': `'doc_2' ${deletion}`,
  'item_changes.number': `3 ${deletion}`,
  'item_changes.what': `'lost' ${deletion}`,
  'item_changes.version': `9 ${deletion}`,
  'item_changes.at': `${seconds} ${deletion}`,
  'item_changes.person_id': `'person_other' ${deletion}`,
  'item_changes.agent_id': `'agent_2' ${deletion}`,
  'item_changes.key_id': `'key_2' ${deletion}`,

  'put_backs.org_id': `'org_second'`,
  'put_backs.id': `'putback_2'`,
  'put_backs.person_id': `'person_other'`,
  'put_backs.state': `'lost'`,
  'put_backs.progress': { sqlite: `'{"found":'`, postgres: `'[]'` },
  'put_backs.created_at': seconds,

  'put_back_items.org_id': `'org_second'`,
  'put_back_items.put_back_id': `'putback_2'`,
  'put_back_items.item_id': `'2'`,
  'put_back_items.plan': { sqlite: `'{"versions":'`, postgres: `'[]'` },
  'put_back_items.outcome': 'null',

  'tasks.org_id': `'org_gone' ${task}`,
  'tasks.id': `'1' ${task}`,
  'tasks.number': `9 ${task}`,
  'tasks.status': `'done' ${task}`,
  'tasks.is_open': { sqlite: `0 ${task}`, postgres: `false ${task}` },
  'tasks.assignee': `'Ada@Acme.test' ${task}`,
  'tasks.due_at': `null ${task}`,
  'tasks.due_order': `1 ${task}`,
  'tasks.source': `'mail' ${task}`,
  'tasks.version_count': `0 ${task}`,
  'tasks.done_at': `created_at ${task}`,
  'tasks.created_at': `${seconds} ${task}`,
  'tasks.updated_at': `${tomorrow} ${task}`,

  'activity.id': `-5 ${call}`,
  'activity.at': `${seconds} ${call}`,
  'activity.org_id': `'org_gone' ${call}`,
  'activity.person_id': `'person_owner' ${call}`,
  'activity.agent_id': `'agent_2' ${call}`,
  'activity.key_id': `'key_2' ${call}`,
  'activity.entrance': `'ftp' ${call}`,
  'activity.tool': `'' ${call}`,
  'activity.item_type': `null ${call}`,
  'activity.item_id': `null ${call}`,
  'activity.outcome': `'forbidden' ${call}`,
  'activity.reason': `'too_large' ${call}`,
  'activity.status': `500 ${call}`,
  'activity.duration_micros': `-1 ${call}`,
  'activity.request_id': `'' ${call}`,
  'activity.argument_bytes': `-1 ${call}`,
  'activity.result_bytes': `-1 ${call}`,
  'activity.count': `2 ${call}`,
  'activity.folded_minute': `folded_minute + 1 ${folded}`,
  'activity.service': `null ${serviceCall}`,
  'activity.connection_id': `null ${serviceCall}`,
  'activity.service_tool': `'read_issue' ${call}`,
  'activity.service_micros': `-1 ${serviceCall}`,

  'activity_sums.org_id': `'org_gone' ${minuteSum}`,
  'activity_sums.subject': `'person_other' ${minuteSum}`,
  'activity_sums.span': `7 ${minuteSum}`,
  'activity_sums.start': `start + 60000 ${minuteSum}`,
  'activity_sums.entrance': `'ftp' ${minuteSum}`,
  'activity_sums.outcome': `'forbidden' ${minuteSum}`,
  'activity_sums.calls': `3 ${minuteSum}`,

  'activity_items.org_id': `'org_gone' where activity_id = 1`,
  'activity_items.item_id': `'doc_2' where activity_id = 1`,
  'activity_items.activity_id': `9 where activity_id = 1`,
  'activity_items.at': `at + 60000 where activity_id = 1`,

  'activity_position.name': `'other' where name = 'sums'`,
  'activity_position.activity_id': `1 where name = 'sums'`,
  'activity_position.kept_since': `${tomorrow} where name = 'sums'`,

  'connections.org_id': `'org_second'`,
  'connections.id': `'conn_2'`,
  'connections.service': `'Git Hub'`,
  'connections.visibility': `'public'`,
  'connections.owner_id': `'person_other'`,
  'connections.kind': `'mcp-stdio'`,
  'connections.config': { sqlite: `'{"url":'`, postgres: `'{}'` },
  'connections.status': `'broken'`,
  'connections.status_note': `'it is away'`,
  'connections.hold_new': { sqlite: '2' },
  'connections.revision': '0',
  'connections.created_at': seconds,
  'connections.updated_at': seconds,
  'connections.catalogue_at': 'null',
  'connections.left_out': { sqlite: `'{"POST /files":'`, postgres: `'[]'` },

  'connection_secrets.org_id': `'org_second' ${secret}`,
  'connection_secrets.connection_id': `'conn_2' ${secret}`,
  'connection_secrets.field': `'password' ${secret}`,
  'connection_secrets.key_id': `'k' ${secret}`,
  'connection_secrets.sealed': { sqlite: `zeroblob(32) ${secret}`, postgres: `decode(repeat('00', 32), 'hex') ${secret}` },

  'connection_states.org_id': `'org_second'`,
  'connection_states.connection_id': `'conn_2'`,
  'connection_states.at': seconds,
  'connection_states.status': `'broken'`,
  'connection_states.note': `'down'`,

  'connection_accounts.org_id': `'org_second' ${accountAt}`,
  'connection_accounts.connection_id': `'conn_2' ${accountAt}`,
  'connection_accounts.person_id': `'person_gone' ${accountAt}`,
  'connection_accounts.id': `'1' ${accountAt}`,
  'connection_accounts.connected_by': `'person_other' ${accountAt}`,
  'connection_accounts.status': `'ended' ${accountAt}`,
  'connection_accounts.note': `'it was ended' ${accountAt}`,
  'connection_accounts.revision': `0 ${accountAt}`,
  'connection_accounts.expires_at': `-1 ${accountAt}`,
  'connection_accounts.connected_at': `${seconds} ${accountAt}`,
  'connection_accounts.claimed_at': `${seconds} ${accountAt}`,

  'connection_authorizations.id': `'1'`,
  'connection_authorizations.hash': short,
  'connection_authorizations.org_id': `'org_second'`,
  'connection_authorizations.connection_id': `'conn_2'`,
  'connection_authorizations.person_id': `'person_other'`,
  'connection_authorizations.session_id': `'session_2'`,
  'connection_authorizations.created_at': seconds,
  'connection_authorizations.expires_at': 'created_at',

  'service_tools.org_id': `'org_second' ${tool}`,
  'service_tools.connection_id': `'conn_2' ${tool}`,
  'service_tools.name': `'write_issue' ${tool}`,
  'service_tools.title': `'Read' ${tool}`,
  'service_tools.description': `'another' ${tool}`,
  'service_tools.input_schema': { sqlite: `'{"type":' ${tool}`, postgres: `'[]' ${tool}` },
  'service_tools.output_schema': `null ${tool}`,
  'service_tools.annotations': `'{"readOnlyHint":false}' ${tool}`,
  'service_tools.binding': `'{"method":"DELETE","path":"/issues"}' ${tool}`,
  'service_tools.mode': `'write' ${tool}`,
  'service_tools.marked_mode': `'write' ${marked}`,
  'service_tools.marked_by': `'person_other' ${marked}`,
  'service_tools.definition_hash': `'00' ${tool}`,
  'service_tools.approved_hash': `'00' ${tool}`,
  'service_tools.held_for': `'new' ${tool}`,
  'service_tools.is_off': { sqlite: `2 ${tool}` },
  'service_tools.approved_definition': `null ${changed}`,
  'service_tools.search_text': `'another' ${tool}`,
  'service_tools.changed_at': `${seconds} ${tool}`,
  'service_tools.removed_at': `${tomorrow} ${tool}`,
};

const label = 'a word that somebody chose: any text is right';
const heard = 'what a program says of itself, kept as it came';
const told = 'what a service says of an account, kept as it came';

/** Columns of which no value is wrong, with the reason. */
export const unknowable: Record<string, string> = {
  'organizations.name': label,
  'people.name': label,
  'agents.name': label,
  'keys.name': label,
  'accounts.name': label,
  'links.name': label,
  'passkeys.name': label,
  'sessions.client': heard,
  'folders.name': label,
  'items.description': label,
  'tasks.title': label,
  'tasks.notes': label,
  'connections.name': label,
  'connections.label': label,
  'connection_accounts.label': told,
  'connection_accounts.scope': told,
  'versions.sdk': heard,
  'versions.agent_name': heard,
  'activity.sdk_name': heard,
  'activity.sdk_version': heard,
  'activity.client': heard,
  'activity.agent_name': heard,
  'activity.trace_id': heard,
};
