import { dayMs, hourMs, minuteMs } from '@gatehouse/domain';
import type { SkillFile } from '@gatehouse/domain/skills';
import type { Store } from '../engines/store.ts';
import type { Op } from '../kernel/ops.ts';
import type { ServiceTool } from '../repos/services/service-tools.ts';
import { signingField, type Webhook } from '../repos/services/webhooks.ts';
import { type Attribution, sha256 } from '../repos/workspace/versions.ts';
import { definitionHash, modeOf, toolSearchText } from '../search/service-definition.ts';
import { acme, appendSample, type createSample, sampleActivity, sampleKey, sampleKeyHash, sampleTask } from './sample-rows.ts';

const orgId = acme.id;
const ownerId = 'person_owner';
const personId = 'person_ada';
const agentId = 'agent_1';
const keyId = 'key_1';
const accountId = 'account_1';
const sessionId = 'session_1';
const byKey: Attribution = {
  personId,
  agentId,
  keyId,
  entrance: 'mcp',
  sdk: 'sdk/1',
  agentName: 'bot',
  requestId: 'req_1',
  traceId: 'a'.repeat(32),
};

/** A credential that `openPlaced` opens where it was put and nowhere else. */
function sealPlaced(connectionId: string, field: string): Buffer {
  return sha256(Buffer.from(JSON.stringify([orgId, connectionId, field])));
}

export function openPlaced(secret: { orgId: string; connectionId: string; field: string; sealed: Buffer }): void {
  const place = Buffer.from(JSON.stringify([secret.orgId, secret.connectionId, secret.field]));
  if (!sha256(place).equals(secret.sealed)) throw new Error('it was sealed for another place');
}

/** Rows in every table, each as the product writes it. */
export async function fillWorkspace(store: Store): Promise<void> {
  const at = Date.now() - 30 * dayMs;
  const change = <T>(program: () => Op<T>) => store.perform(program, { changes: true });
  await change(() => addPeople(store, at));
  await change(() => addAccounts(store, at));
  await change(() => addItems(store, at));
  await change(() => addServices(store, at));
  await change(() => addTasks(store, at));
  await change(() => addActivity(store, at));
  for (let call = 0; call < 3; call++) {
    await store.perform(() => store.admissions.take(sampleKeyHash(keyId), { calls: 240, windowMs: minuteMs }, Date.now()), {
      changes: false,
    });
  }
  const session = { id: sessionId, seenAt: Date.now() };
  await store.perform(() => store.admissions.takeForSession(session, { calls: 600, windowMs: minuteMs }, Date.now()), { changes: false });
}

function* addPeople(store: Store, createdAt: number): Op<void> {
  yield* store.organizations.create({ id: orgId, name: 'Acme', createdAt });
  yield* store.organizations.set(orgId, 'clientHosts', ['claude.ai', 'localhost']);
  yield* store.organizations.set(orgId, 'houseRules', 'Write in English.');
  yield* store.organizations.create({ id: 'org_second', name: 'Second', createdAt });
  const person = (of: string, id: string, role: 'owner' | 'member') => ({
    orgId: of,
    id,
    email: `${id}@acme.test`,
    name: id,
    role,
    createdAt,
  });
  yield* store.people.create(person('org_second', 'person_other', 'owner'));
  yield* store.people.create(person(orgId, ownerId, 'owner'));
  yield* store.people.create(person(orgId, personId, 'member'));
  const gone = person(orgId, 'person_gone', 'member');
  yield* store.people.create(gone);
  yield* store.people.update({ ...gone, removedAt: createdAt + 1, accountId: null });
  yield* store.agents.create({ orgId, id: agentId, personId, name: 'bot', kind: 'program', createdAt });
  const directTools = [{ toolSlug: 'github__read_issue', connectionId: null }];
  const working = { access: 'read', createdAt, expiresAt: createdAt * 2, directTools } as const;
  yield* store.keys.create({ ...sampleKey, id: keyId, hash: sampleKeyHash(keyId), ...working });
  yield* store.keys.create({ ...sampleKey, id: 'key_old', hash: sampleKeyHash('key_old'), access: 'read', createdAt });
  yield* store.keys.revoke(orgId, 'key_old', createdAt + 1);
  yield* addGrant(store, createdAt);
  const by = { ...byKey, at: createdAt };
  yield* store.folders.create({ orgId, id: 'folder_1', name: 'Notes', ownerId: personId, visibility: 'private', createdAt }, by);
  yield* store.folders.share(orgId, 'folder_1', { sharedWith: ownerId, access: 'write' }, by);
  yield* addGroups(store, createdAt);
  yield* store.folders.share(orgId, 'folder_1', { sharedWith: 'group_1', access: 'read' }, by);
  const parent = { id: 'folder_1', rootId: 'folder_1', path: '/folder_1/' };
  yield* store.folders.create({ orgId, id: 'folder_in', name: 'Inside', ownerId: personId, visibility: 'private', createdAt }, by, parent);
}

/** A group of Ada's, and one whose people come from the company. */
function* addGroups(store: Store, createdAt: number): Op<void> {
  yield* store.groups.create({ orgId, id: 'group_1', name: 'Design', claimValue: null, createdAt });
  yield* store.groups.add({ orgId, groupId: 'group_1', personId, expiresAt: null, createdAt });
  yield* store.groups.create({ orgId, id: 'group_2', name: 'Staff', claimValue: 'staff', createdAt });
  yield* store.groups.add({ orgId, groupId: 'group_2', personId, expiresAt: createdAt * 2, createdAt });
}

/** Ada has signed a client in, and another one waits for her consent. */
function* addGrant(store: Store, createdAt: number): Op<void> {
  const grant = { agentId: 'agent_client', name: 'Client' };
  yield* store.agents.create({ orgId, id: grant.agentId, personId, name: grant.name, kind: 'mcp', createdAt });
  yield* store.keys.create({
    ...sampleKey,
    ...grant,
    id: 'key_client',
    hash: sampleKeyHash('key_client'),
    prefix: '',
    access: 'read',
    createdAt,
  });
  const client = { id: 'client_1', metadata: { client_name: 'Client' }, address: sampleKeyHash('somewhere'), createdAt };
  yield* store.oauthClients.create(client);
  yield* store.oauthClients.noteUse(client.id, createdAt + 5);
  const record = { payload: { clientId: client.id }, createdAt, expiresAt: createdAt * 2 };
  const ofGrant = { ...record, orgId, keyId: 'key_client' };
  yield* store.oauthRecords.create({
    ...record,
    id: 'oauth_1',
    hash: sampleKeyHash('oauth_1'),
    model: 'request',
    orgId: null,
    keyId: null,
  });
  yield* store.oauthRecords.create({ ...ofGrant, id: 'oauth_2', hash: sampleKeyHash('oauth_2'), model: 'grant' });
  yield* store.oauthRecords.create({ ...ofGrant, id: 'oauth_3', hash: sampleKeyHash('oauth_3'), model: 'refresh_token' });
  yield* store.oauthRecords.consume('oauth_3', createdAt + 5);
  yield* store.oauthRecords.create({ ...ofGrant, id: 'oauth_4', hash: sampleKeyHash('oauth_4'), model: 'access_token' });
  yield* store.oauthSeeds.create({ id: 'seed_1', seed: sampleKeyHash('seed_1'), createdAt });
  yield* store.connectSteps.create({ id: 'step_1', isKnown: true, payload: { step: 'token', status: 200 }, createdAt });
  yield* store.idempotentCalls.record({
    orgId,
    agentId: 'agent_1',
    tool: 'create_task',
    callKey: 'retry-1',
    argumentsHash: sampleKeyHash('{}'),
    status: 200,
    answer: Buffer.from('{"taskId":"task_1"}'),
    itemType: 'task',
    itemId: 'task_1',
    at: createdAt,
  });
  const [wide, middle, narrow] = ['wide', 'middle', 'narrow'].map((network) => sampleKeyHash(network)) as [Buffer, Buffer, Buffer];
  yield* store.strangerRows.create({
    id: 'oauth_1',
    kind: 'request',
    bytes: 200,
    wide,
    middle,
    narrow,
    createdAt,
    expiresAt: createdAt + 1000,
  });
}

/** Adds sign-ins of Ada, one of them with her company, an ended session, an invitation, and wrong passwords. */
function* addAccounts(store: Store, createdAt: number): Op<void> {
  const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA';
  yield* store.accounts.create({ id: accountId, email: 'ada@acme.test', name: 'Ada', passwordHash, createdAt });
  const ada = yield* store.people.find(orgId, personId);
  if (ada) yield* store.people.update({ ...ada, accountId });
  yield* store.people.setNewsSeen(orgId, personId, createdAt + 1);
  const session = { accountId, client: 'a browser', createdAt, seenAt: createdAt + 5, expiresAt: createdAt * 2 };
  yield* store.sessions.create({ ...session, id: sessionId, hash: sampleKeyHash(sessionId) });
  yield* store.sessions.create({ ...session, id: 'session_old', hash: sampleKeyHash('session_old') });
  yield* store.sessions.end(accountId, 'session_old', createdAt + 10);
  const link = {
    orgId: null,
    createdBy: null,
    accountId: null,
    email: null,
    name: null,
    role: null,
    createdAt,
    expiresAt: createdAt + 500,
  };
  const invitation = { ...link, orgId, createdBy: ownerId, email: 'eve@acme.test', name: 'Eve', role: 'member' } as const;
  yield* store.links.create({ ...link, id: 'link_first', kind: 'set_up', hash: sampleKeyHash('link_first') });
  yield* store.links.create({ ...invitation, id: 'link_1', kind: 'invitation', hash: sampleKeyHash('link_1') });
  yield* store.links.create({ ...invitation, id: 'link_2', kind: 'invitation', hash: sampleKeyHash('link_2') });
  yield* store.links.create({ ...link, id: 'link_3', kind: 'reset', accountId, hash: sampleKeyHash('link_3') });
  yield* store.links.use('link_3', createdAt + 5);
  yield* store.links.revokeInvitation(orgId, 'link_2', createdAt + 5);
  const subject = sampleKeyHash('somebody');
  yield* addPasskeys(store, createdAt);
  yield* store.guesses.add({ id: 'guess_1', pair: subject, email: subject, address: subject, at: createdAt });
  const company = { issuer: 'https://login.company.test', subject: 'ada', accountId, email: 'ada@company.test', createdAt };
  yield* store.companyIdentities.create({ ...company, id: 'company_1' });
  const away = { browser: subject, createdAt, expiresAt: createdAt + 500 };
  yield* store.companySignIns.create({ ...away, id: 'signin_1', hash: sampleKeyHash('signin_1'), accountId, linkId: null });
  yield* store.companySignIns.create({ ...away, id: 'signin_2', hash: sampleKeyHash('signin_2'), accountId: null, linkId: 'link_1' });
  yield* store.allowedDomains.allow(orgId, 'company.test', createdAt);
}

/** Adds a passkey of Ada, a challenge to add another one, and a challenge to sign in. */
function* addPasskeys(store: Store, createdAt: number): Op<void> {
  const passkey = { accountId, publicKey: Buffer.alloc(77, 5), transports: ['internal'], name: 'Laptop', createdAt };
  yield* store.passkeys.create({ ...passkey, id: 'passkey_1', credentialId: sampleKeyHash('passkey_1'), counter: 0, lastUsedAt: null });
  yield* store.passkeys.use('passkey_1', 5, createdAt + 5);
  const challenge = { createdAt, expiresAt: createdAt + 500 };
  yield* store.passkeys.challenge({ ...challenge, id: 'challenge_1', hash: sampleKeyHash('challenge_1'), accountId, guessId: null });
  yield* store.passkeys.challenge({
    ...challenge,
    id: 'challenge_2',
    hash: sampleKeyHash('challenge_2'),
    accountId: null,
    guessId: 'guess_1',
  });
}

function* addItems(store: Store, at: number): Op<void> {
  const times = { createdAt: at, updatedAt: at };
  const doc = { ...times, id: 'doc_1', name: 'A plan', tags: ['tag', 'ü'], folderId: 'folder_1' };
  const text = 'one line\nand another\n'.repeat(40);
  yield* addText(store, { ...doc, reviewCount: 2, waitsSince: at }, [text, `${text}and more`]);
  const body = `${text}and less`;
  yield* store.reviews.put({
    orgId,
    itemId: 'doc_1',
    body,
    version: null,
    sizeBytes: Buffer.byteLength(body),
    sha256: sha256(Buffer.from(body)),
  });
  const decision = { orgId, itemId: 'doc_1', version: 1, personId, entrance: 'console', requestId: 'req_1' } as const;
  yield* store.reviewDecisions.add({ ...decision, how: 'switched_off', accepted: null, declined: 0, at });
  yield* store.reviewDecisions.add({ ...decision, how: 'review', accepted: 1, declined: 2, at: at + 1 });
  yield* addSkill(store, at);
  yield* addText(store, { ...times, id: 'doc_gone', name: 'gone', deletedAt: at + 5, deletedBy: personId }, ['gone']);
  yield* addFile(store, 'file_1', at, false);
  yield* addFile(store, 'file_elsewhere', at, true);
  yield* addFile(store, 'file_report', at, false, 'application/pdf');
  const report = { orgId, itemId: 'file_report', version: 1, source: 'pdf' } as const;
  yield* store.extractedTexts.conclude(report, { state: 'ready', reason: null, body: '## Page 1\n\nSales grew.\n', at });
  yield* store.importPaths.save(orgId, 'folder_1/plan.md', 'doc_1');
  yield* addTakeBack(store, at);
  yield* addBulkChange(store, at);
  yield* addComments(store, at);
  yield* store.inbox.markRead(orgId, personId, [{ id: 'comment_1', at }], at + 3);
}

/** A document that was taken back. */
function* addTakeBack(store: Store, at: number): Op<void> {
  const position = { at: 0, itemId: '', number: 0 };
  const counts = { found: 1, takenBack: 1, left: 0, unchanged: 0 };
  const progress = { subject: { kind: 'key', id: keyId }, since: at, until: at + 5, source: 'log', tool: null, itemId: 'doc_1' } as const;
  const takeBack = {
    orgId,
    id: 'putback_1',
    personId,
    createdAt: at,
    state: 'done',
    progress: { ...progress, position, ...counts },
  } as const;
  yield* store.takeBacks.create(takeBack);
  const plan = { versions: 1, others: [], was: { version: 1, isDeleted: false }, made: { version: 2, change: 0 } };
  yield* store.takeBacks.putItem(takeBack, { itemId: 'doc_1', plan, outcome: 'taken_back' });
}

/** A comment by an agent on words of a document, answered and resolved. */
function* addComments({ comments }: Store, at: number): Op<void> {
  const comment = { orgId, subjectId: 'doc_1', personId, entrance: 'mcp', requestId: 'req_1', createdAt: at } as const;
  const open = { answerTo: null, quote: null, quoteStart: null, mentions: [], agentId: null };
  const unresolved = { editedAt: null, resolvedAt: null, resolvedBy: null, resolvedByAgent: null };
  const asked = {
    ...comment,
    ...open,
    ...unresolved,
    id: 'comment_1',
    body: 'Is this right?',
    quote: 'a',
    quoteStart: 0,
    agentId,
    mentions: [personId],
  };
  yield* comments.create(asked);
  yield* comments.create({ ...comment, ...open, ...unresolved, id: 'comment_2', answerTo: 'comment_1', body: 'Yes.' });
  yield* comments.update({ ...asked, editedAt: at + 1, resolvedAt: at + 2, resolvedBy: personId, resolvedByAgent: agentId });
}

/** Two documents that were to be moved: one was, one was refused. */
function* addBulkChange({ bulkChanges }: Store, at: number): Op<void> {
  const change = {
    orgId,
    id: 'bulk_1',
    personId,
    action: 'move',
    settings: { folderId: 'folder_1' },
    state: 'undone',
    requestId: 'req_bulk',
    entrance: 'console',
    client: 'Firefox',
    takeBackId: 'putback_1',
    createdAt: at,
    endedAt: at + 5,
  } as const;
  yield* bulkChanges.create(change, ['doc_1', 'doc_lost']);
  yield* bulkChanges.endItem(change, { number: 0, outcome: 'done', code: null, reason: null, message: null });
  const refused = { code: 'not_found', reason: 'no_such_item', message: 'nothing visible to this key has this identifier' };
  yield* bulkChanges.endItem(change, { number: 1, outcome: 'failed', ...refused });
}

/** A skill with two files of the same bytes and one more. Its version was made by an agent, and a person has confirmed it. */
function* addSkill(store: Store, at: number): Op<void> {
  const id = 'skill_1';
  const style = Buffer.from('Short sentences.\n');
  const script = Buffer.alloc(300_000, 'script');
  const files = [
    fileOf('assets/style.md', style),
    fileOf('references/style.md', style),
    { ...fileOf('scripts/run.sh', script), executable: true },
  ];
  for (const bytes of [style, script]) {
    const blob = yield* store.contents.putBlob({ id: `blob_skill_${bytes.length}`, orgId, createdAt: at }, bytes);
    yield* store.skills.addBytes(orgId, id, sha256(bytes).toString('hex'), blob.id);
  }
  const manifest = yield* store.skills.keepManifest(orgId, id, files);
  const times = { createdAt: at, updatedAt: at };
  const details = { ...times, id, type: 'skill', kind: 'skill', name: 'release', manifest, reviewedVersion: 1 } as const;
  const description = 'How we release.';
  yield* addText(store, { ...details, description }, [`---\nname: release\ndescription: ${description}\n---\n`]);
  yield* store.skills.review({ orgId, itemId: id, version: 1, personId, at: at + 5 });
  yield* store.skills.load({ orgId, itemId: id, readerId: agentId, client: 'codex/1', machine: 'laptop', version: 1, at: at + 5 });
}

function fileOf(path: string, bytes: Buffer): SkillFile {
  return { path, sizeBytes: bytes.length, sha256: sha256(bytes).toString('hex'), executable: false };
}

type Sample = Parameters<typeof createSample>[1];

/** Adds a text with one version after another. An item in the trash was renamed and moved before, and is not in the search index. */
function* addText(store: Store, { id, ...details }: Sample, bodies: string[]): Op<void> {
  let item = { ...blank, ...details, id };
  for (const body of bodies) {
    const change = { attribution: byKey, summary: `to ${item.versionCount + 1}`, at: item.updatedAt };
    const saved = yield* appendSample(store, item, body, change);
    const { personId, agentId, entrance } = change.attribution;
    item = { ...saved, lastChange: change.summary, changedBy: personId, changedByAgent: agentId, changedThrough: entrance };
  }
  const { deletedAt, deletedBy } = item;
  const live = { ...item, deletedAt: null, deletedBy: null };
  yield* store.items.create(live);
  if (deletedAt === null || live.searchRow === null) return;
  const by = { ...byKey, at: deletedAt };
  const renamed = { ...live, name: `${live.name} soon`, folderId: 'folder_1' };
  yield* store.items.update(renamed, live, by);
  yield* store.search.remove(orgId, live.searchRow);
  yield* store.items.update({ ...renamed, searchRow: null, deletedAt, deletedBy }, renamed, by);
}

function* addFile(store: Store, id: string, at: number, isElsewhere: boolean, mimeType = 'application/zip'): Op<void> {
  const bytes = Buffer.alloc(600_000, id);
  const blob = { id: `blob_${id}`, orgId, createdAt: at, sha256: sha256(bytes), sizeBytes: bytes.length };
  const details = {
    orgId,
    itemId: id,
    number: 1,
    kind: 'other',
    mimeType,
    manifest: null,
    summary: 'uploaded',
    at,
  } as const;
  if (isElsewhere) {
    yield* store.fileObjects.announce(blob.id, at);
    yield* store.contents.referToBlob(blob);
    yield* store.fileObjects.keep(blob.id);
  } else yield* store.contents.putBlob(blob, bytes);
  yield* store.versions.appendBlob({ ...details, attribution: byKey }, blob);
  const searchRow = yield* store.search.nextRow(orgId);
  yield* store.search.put({ orgId, searchRow, name: id, tags: [], body: '' });
  const file = { ...blank, id, type: 'file', name: id, kind: 'other', mimeType, lastChange: 'uploaded' } as const;
  yield* store.items.create({
    ...file,
    sizeBytes: bytes.length,
    sha256: blob.sha256,
    versionCount: 1,
    totalLines: null,
    searchRow,
    changedBy: personId,
    changedByAgent: agentId,
    changedThrough: 'mcp',
    createdAt: at,
    updatedAt: at,
  });
}

const blank = {
  orgId,
  type: 'doc' as const,
  name: '',
  folderId: null,
  kind: 'text' as const,
  mimeType: 'text/markdown',
  sizeBytes: 0,
  totalLines: 0,
  description: null,
  tags: [],
  isSystem: false,
  isAgentMemory: false,
  versionCount: 0,
  wholeVersion: null,
  lastChange: '',
  sha256: Buffer.alloc(0),
  changedBy: null,
  changedByAgent: null,
  changedThrough: null,
  manifest: null,
  reviewedVersion: null,
  reviewCount: 0,
  waitsSince: null,
  searchRow: null,
  createdAt: 0,
  updatedAt: 0,
  deletedAt: null,
  deletedBy: null,
};

/** One that delivers, one with a failing receiver, and one that was stopped. */
function* addWebhooks(store: Store, at: number): Op<void> {
  const told = { activityId: 0, toldOfNext: 0, heldThrough: at };
  const working = {
    failures: 0,
    failingSince: null,
    nextAttemptAt: null,
    lastError: null,
    deliveredAt: at + 5,
    skippedEvents: 0,
    skippedAt: null,
  };
  const webhook = { orgId, personId: ownerId, name: 'Chat', url: 'https://hooks.example.com/a', createdAt: at, ...told, ...working };
  const failed = {
    failures: 2,
    failingSince: at + 10,
    nextAttemptAt: at + 40,
    lastError: 'status_500',
    skippedEvents: 1,
    skippedAt: at + 5,
  };
  const events = ['item.changed', 'call.refused'] as Webhook['events'];
  yield* store.webhooks.create({ ...webhook, id: 'webhook_1', events, status: 'active', stopReason: null });
  yield* store.webhooks.create({ ...webhook, ...failed, id: 'webhook_2', events, status: 'active', stopReason: null });
  yield* store.webhooks.create({ ...webhook, id: 'webhook_3', events, status: 'stopped', stopReason: 'gone' });
  for (const id of ['webhook_1', 'webhook_2', 'webhook_3']) {
    const sealed = sealPlaced(id, signingField);
    yield* store.connections.putSecret({ orgId, connectionId: id, field: signingField, keyId: '0123456789abcdef', sealed });
  }
  yield* store.leases.take({ name: 'webhooks', holder: 'req_holder', until: at + minuteMs }, at);
}

function* addServices(store: Store, at: number): Op<void> {
  const id = 'conn_1';
  const config = { url: 'https://mcp.example.com/mcp', access: { type: 'bearer' } };
  const connection = {
    orgId,
    id,
    service: 'github',
    name: 'GitHub',
    label: null,
    visibility: 'organization',
    ownerId,
    kind: 'mcp-http',
  } as const;
  const state = { status: 'active', statusNote: null, holdNew: false, revision: 1, createdAt: at, updatedAt: at, catalogueAt: at } as const;
  const leftOut = { 'POST /files': 'it needs a file' };
  yield* store.connections.create({ ...connection, ...state, config, leftOut });
  yield* store.connections.putSecret({
    orgId,
    connectionId: id,
    field: 'token',
    keyId: '0123456789abcdef',
    sealed: sealPlaced(id, 'token'),
  });
  const shared = { ...connection, ...state, id: 'conn_shared', visibility: 'groups', catalogueAt: null } as const;
  yield* store.connections.create({ ...shared, config, leftOut: null });
  yield* store.connections.shareWithGroups(orgId, 'conn_shared', ['group_1'], at);
  yield* addServiceAccounts(store, id, at);
  yield* addWebhooks(store, at);
  yield* store.serviceTools.put(toolOf('read_issue', at, {}));
  yield* store.serviceTools.put(toolOf('marked', at, { markedMode: 'read', markedBy: ownerId }));
  const before = definitionOf('changed');
  yield* store.serviceTools.put(
    toolOf(
      'changed',
      at,
      { heldFor: 'changed', approvedDefinition: before, approvedHash: definitionHash({ name: 'changed', ...before }) },
      'anew',
    ),
  );
}

/** Adds a connected account of Ada, an account of the organization that the service no longer accepts, and an unfinished sign-in by Ada. */
function* addServiceAccounts(store: Store, connectionId: string, at: number): Op<void> {
  const place = { orgId, connectionId };
  const account = { ...place, label: 'ada@example.com', scope: 'issues', status: 'active', note: null } as const;
  const times = { revision: 1, expiresAt: at + hourMs, connectedAt: at, claimedAt: null };
  const tokensOf = (holder: string) => {
    const field = `account:${holder}`;
    return { ...place, field, keyId: '0123456789abcdef', sealed: sealPlaced(connectionId, field) };
  };
  const adas = { ...account, ...times, id: 'acct_1', personId, connectedBy: personId };
  yield* store.connectionAccounts.connect(adas, tokensOf(personId));
  yield* store.connectionAccounts.claim(adas, 1, { claimedAt: at + 5, over: at });
  const ended = { ...account, ...times, id: 'acct_2', personId: '', connectedBy: ownerId };
  yield* store.connectionAccounts.connect(ended, tokensOf(''));
  yield* store.connectionAccounts.end(ended, 1, 'it was ended there');
  const away = { ...place, personId, sessionId, createdAt: at, expiresAt: at + 500 };
  yield* store.connectionAuthorizations.create({ ...away, id: 'authorization_1', hash: sampleKeyHash('authorization_1') });
}

function definitionOf(description: string) {
  return {
    title: null,
    description,
    inputSchema: { type: 'object', properties: { number: { type: 'integer' } } },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    binding: { method: 'GET', path: '/issues' },
  };
}

function toolOf(name: string, changedAt: number, change: Partial<ServiceTool>, description = name): ServiceTool {
  const definition = { name, ...definitionOf(description) };
  const hash = definitionHash(definition);
  return {
    orgId,
    connectionId: 'conn_1',
    ...definition,
    mode: modeOf(definition.annotations, change.markedMode ?? null),
    markedMode: null,
    markedBy: null,
    definitionHash: hash,
    approvedHash: hash,
    heldFor: null,
    isOff: false,
    approvedDefinition: null,
    searchText: toolSearchText(definition),
    changedAt,
    removedAt: null,
    ...change,
  };
}

function* addTasks(store: Store, at: number): Op<void> {
  for (const [id, dueAt] of [
    ['task_1', at],
    ['task_2', null],
  ] as const) {
    const number = yield* store.organizations.nextTaskNumber(orgId);
    const task = sampleTask(number, { orgId, id, title: 'write', dueAt, createdAt: at, updatedAt: at });
    yield* store.tasks.create(task, personId, { ...byKey, at });
  }
}

function* addActivity(store: Store, at: number): Op<void> {
  const call = sampleActivity({ at, personId, agentId, keyId, entrance: 'mcp', itemType: 'doc', itemId: 'doc_1', tool: 'read_doc' });
  yield* store.activity.record(call);
  const ofService = { service: 'github', connectionId: 'conn_1', serviceTool: 'read_issue', serviceMicros: 5 };
  yield* store.activity.record({ ...call, ...ofService, requestId: 'req_2', tool: 'execute_service_tool' });
  const beyondLimit = { ...call, outcome: 'rate_limited', status: 429 } as const;
  yield* store.activity.recordFolded({ ...beyondLimit, keyId, requestId: 'req_3' });
  const ofSession = { keyId: sessionId, agentId: null, entrance: 'console' } as const;
  yield* store.activity.recordFolded({ ...beyondLimit, ...ofSession, requestId: 'req_4' });
  const extent = yield* store.activity.extent();
  yield* store.activitySums.count(0, extent?.lastId ?? 0);
  yield* store.activityItems.add(0, extent?.lastId ?? 0);
}
