import { randomBytes } from 'node:crypto';
import { accessLevels, dayMs, scopesOf } from '@gatehouse/domain';
import type { Key, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { chooseLimits, limitArguments } from '../keys/choose-limits.ts';
import { grantPrefix } from '../keys/key.ts';
import { requireKeysFor } from '../keys/make-key.ts';
import { sessionOf } from '../sessions/signed-in.ts';
import { requireClientHost } from './client-host.ts';
import { answerClientRequest, answeredShape, type ClientRequest, findClientRequest, requestId } from './client-request.ts';
import { grantId, hashOfGrant } from './grants.ts';
import { searchOfClient } from './search-of-client.ts';

/** Latest possible date: a grant without an end. */
const latestTime = 8_640_000_000_000_000;

export const allowClient = defineTool({
  name: 'allow_client',
  title: 'Allow client',
  description:
    'Allow a requesting client to act for you in this organization until its grant ends. It is listed under Agents, where you can end it at once.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    requestId,
    access: z.enum(accessLevels),
    expiresInDays: z.int().min(1).max(3650).optional().describe('default: until you end it'),
    folders: limitArguments.folders,
  }),
  output: answeredShape.extend({ agentId: z.string() }),
  example: {
    input: { requestId: 'XbRz0ySvqE0mAQbNDYYqP', access: 'read', expiresInDays: 90 },
    output: {
      agentId: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
      continueAt: 'https://gatehouse.example.com/oauth/auth/XbRz0ySvqE0mAQbNDYYqP',
    },
  },
  *run(context, { requestId, access, expiresInDays, folders }) {
    if (!context.caller.session) throw new GatewayError('forbidden', 'only a signed-in person can allow a client to act for them');
    // Holds the people of the organization: until this is done, none can be removed, and no other call can answer for this person.
    const person = yield* requireKeysFor(context, context.viewer.personId);
    const { record, request } = yield* findClientRequest(context, requestId);
    yield* requireClientHost(context, request.redirectUri);
    if (access === 'write' && request.access === 'read')
      throw refusal('invalid_argument', 'this client requested only read access: allow read access');
    const expiresAt = expiresInDays === undefined ? null : context.now + expiresInDays * dayMs;
    const limits = yield* chooseLimits(context, person, { folders });
    const { agentId, keyId } = yield* makeGrant(context, request, { access, expiresAt, limits });
    yield* context.store.oauthClients.noteUse(request.clientId, context.now);
    const { accountId } = sessionOf(context);
    const answered = yield* answerClientRequest(context, requestId, record, { accountId, orgId: context.viewer.orgId, keyId, access });
    return { agentId, ...answered };
  },
});

/** Creates a grant: an agent with a key entry that no key opens, and its owner (D46). */
function* makeGrant(
  context: ToolContext,
  { clientId, clientName, redirectUri }: ClientRequest,
  { access, expiresAt, limits }: Pick<Key, 'access' | 'expiresAt' | 'limits'>,
): Op<{ agentId: string; keyId: string }> {
  const { store, now, call } = context;
  const { orgId, personId } = context.viewer;
  const agentId = newId('agent', now);
  const keyId = newId('key', now);
  const name = yield* freeName(context, clientName);
  yield* store.agents.create({ orgId, id: agentId, personId, name, kind: 'mcp', createdAt: now });
  yield* store.keys.create({
    orgId,
    id: keyId,
    agentId,
    personId,
    name: null,
    hash: randomBytes(32),
    prefix: grantPrefix,
    access,
    scopes: scopesOf[access],
    limits,
    search: searchOfClient(redirectUri),
    directTools: null,
    createdAt: now,
    expiresAt,
  });
  yield* store.oauthRecords.create({
    id: newId('oauth', now),
    hash: hashOfGrant(grantId(orgId, keyId)),
    model: 'grant',
    orgId,
    keyId,
    payload: { clientId, accountId: sessionOf(context).accountId },
    createdAt: now,
    expiresAt: expiresAt ?? latestTime,
  });
  call.notes.itemType = 'agent';
  call.notes.itemId = agentId;
  return { agentId, keyId };
}

/** Finds a free name for an agent. Each grant is a separate agent, so a second sign-in of a client gets a number. */
function* freeName({ store, viewer: { orgId, personId } }: ToolContext, clientName: string): Op<string> {
  for (let number = 1; number < 1000; number++) {
    const candidate = number === 1 ? clientName : `${clientName} ${number}`;
    if (!(yield* store.agents.findByName(orgId, personId, candidate))) return candidate;
  }
  throw new GatewayError('forbidden', `you have too many agents with the name ${JSON.stringify(clientName)}; remove some of them first`);
}
