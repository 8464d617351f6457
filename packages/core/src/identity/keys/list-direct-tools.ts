import { accessLevels, actsForAll, type DirectTool } from '@gatehouse/domain';
import { z } from 'zod';
import { levelOf } from '../../kernel/context/key-level.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { directToolArgument } from '../direct-tools/choose-direct-tools.ts';
import { bytesInList } from '../direct-tools/describe-direct-tool.ts';
import { asSeenBy, type DirectToolState, directToolStates, unlistedReasons } from '../direct-tools/direct-tool-states.ts';
import { findOwnKey } from './find-key.ts';

const stateShape = z.object({
  toolSlug: z.string(),
  connectionId: z.string().nullable().describe('null: the default connection of the service'),
  mode: z.enum(accessLevels).nullable(),
  bytes: z.int(),
  unlisted: z
    .object({ reason: z.enum(unlistedReasons), message: z.string() })
    .nullable()
    .describe('reason why it is not in the list'),
});

export const listDirectTools = defineTool({
  name: 'list_direct_tools',
  title: 'List direct tools',
  description: 'List the direct tools of a key: their size in its list of tools, and the reason for those that are not in it.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    keyId: identifier('from list_keys'),
    candidate: directToolArgument.optional().describe('a tool to look at before it is chosen'),
  }),
  output: z.object({
    bytes: z.int().describe('bytes that they add to the list of tools, which an agent reads when it starts'),
    tools: z.array(stateShape),
    candidate: stateShape.nullable(),
  }),
  example: {
    input: { keyId: 'key_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      bytes: 412,
      tools: [
        { toolSlug: 'github__list_issues', connectionId: null, mode: 'read', bytes: 412, unlisted: null },
        {
          toolSlug: 'github__create_issue',
          connectionId: null,
          mode: null,
          bytes: 0,
          unlisted: { reason: 'held', message: 'it is held until a person approves it' },
        },
      ],
      candidate: null,
    },
  },
  *run(context, { keyId, candidate }) {
    const { store } = context;
    const key = yield* findOwnKey(context, keyId);
    const person = yield* store.people.find(key.orgId, key.personId);
    if (!person) throw noSuchItem();
    const { orgId, personId, agentId, limits } = key;
    const viewer = { orgId, personId, agentId, limits, seesAll: actsForAll(person), at: context.now };
    const agentsReadOnly = yield* store.organizations.agentsReadOnly(orgId);
    const rights = { viewer, access: levelOf({ ...key, agentsReadOnly }) };
    const statesOf = function* (directTools: readonly DirectTool[]) {
      return (yield* asSeenBy(context, yield* directToolStates(context, rights, directTools))).map(shown);
    };
    const tools = yield* statesOf(key.directTools ?? []);
    const [looked = null] = candidate
      ? yield* statesOf([{ toolSlug: candidate.toolSlug, connectionId: candidate.connectionId ?? null }])
      : [];
    return { bytes: tools.reduce((sum, { bytes }) => sum + bytes, 0), tools, candidate: looked };
  },
});

function shown({ toolSlug, connectionId, description, unlisted }: DirectToolState) {
  const bytes = description ? bytesInList(description) : 0;
  return { toolSlug, connectionId, mode: description?.access ?? null, bytes, unlisted: unlisted ?? null };
}
