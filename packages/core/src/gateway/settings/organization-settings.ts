import { dayMs, type ItemType, maxDocumentBytes, maxFileBytes, trashMs } from '@gatehouse/domain';
import type { ItemUse, Op } from '@gatehouse/storage';
import { z } from 'zod';
import { organizationExample, organizationShape } from '../../identity/organizations/organization-fields.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { sessionCallsPerMinute } from '../limits/call-limit.ts';

/** Maximum items counted of each type: more would delay other calls. */
const maxCounted = 10_000;

const use = z.object({ items: z.int(), bytes: z.int().describe('size of the current versions, without older ones') });

export const organizationSettings = defineTool({
  name: 'organization_settings',
  title: 'Organization settings',
  description: 'Return the organization with its limits, retention times, storage use, sign-in settings and installation.',
  audience: 'person',
  access: 'read',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({
    organization: organizationShape,
    limits: z.object({
      callsPerMinute: z.int().describe('calls per key in any 60 seconds'),
      sessionCallsPerMinute: z.int(),
      documentBytes: z.int(),
      fileBytes: z.int(),
      serviceTimeoutSeconds: z.int().nullable(),
    }),
    retention: z.object({
      activityDays: z.int().nullable().describe('number of days that rows of the activity log are kept; 0: forever'),
      trashDays: z.int(),
    }),
    storage: z.object({
      documents: use,
      files: use,
      skills: use,
      trash: use,
      textOfFiles: use.describe('text that was extracted from files'),
      comments: use,
      isWhole: z.boolean().describe(`false: some type has ${maxCounted} items or more, and only the newest ${maxCounted} were counted`),
    }),
    allowedDomains: z
      .array(z.string())
      .describe('email domains whose people can join through company sign-in, if their address is verified'),
    houseRules: z.string().nullable().describe('text that every agent receives when it connects'),
    clientHosts: z.array(z.string()).describe('hosts of the clients that people can allow to act for them; empty: any'),
    about: z.object({
      version: z.string().nullable(),
      engine: z.enum(['sqlite', 'postgres']),
      baseUrl: z.string().nullable(),
      signsClientsIn: z.boolean(),
    }),
  }),
  example: {
    input: {},
    output: {
      organization: organizationExample,
      limits: {
        callsPerMinute: 240,
        sessionCallsPerMinute,
        documentBytes: maxDocumentBytes,
        fileBytes: maxFileBytes,
        serviceTimeoutSeconds: 60,
      },
      retention: { activityDays: 90, trashDays: 30 },
      storage: {
        documents: { items: 412, bytes: 1_834_211 },
        files: { items: 38, bytes: 52_107_330 },
        skills: { items: 6, bytes: 18_204 },
        trash: { items: 3, bytes: 1_204 },
        textOfFiles: { items: 12, bytes: 204_118 },
        comments: { items: 31, bytes: 2904 },
        isWhole: true,
      },
      allowedDomains: ['example.com'],
      houseRules: 'Write in English.',
      clientHosts: ['claude.ai', 'localhost'],
      about: { version: '1.0.0', engine: 'sqlite', baseUrl: 'https://gate.example.com', signsClientsIn: true },
    },
  },
  *run(context) {
    const { store, viewer, gateway } = context;
    const organization = yield* store.organizations.find(viewer.orgId);
    if (!organization) throw noSuchItem();
    const { id, name, createdAt } = organization;
    const { installation, callsPerMinute, baseUrl, signInUrl } = gateway.settings;
    return {
      organization: { id, name, createdAt },
      limits: {
        callsPerMinute,
        sessionCallsPerMinute,
        documentBytes: maxDocumentBytes,
        fileBytes: maxFileBytes,
        serviceTimeoutSeconds: installation?.serviceTimeoutSeconds ?? null,
      },
      retention: { activityDays: installation?.activityDays ?? null, trashDays: trashMs / dayMs },
      storage: yield* storageUse(context),
      allowedDomains: yield* store.allowedDomains.list(id),
      houseRules: yield* store.organizations.houseRules(id),
      clientHosts: yield* store.organizations.clientHosts(id),
      about: { version: installation?.version ?? null, engine: store.dialect, baseUrl, signsClientsIn: signInUrl !== undefined },
    };
  },
});

function* storageUse({ store, viewer: { orgId } }: ToolContext) {
  const looked: ItemUse[] = [];
  function* count(type: ItemType, state: 'kept' | 'trash'): Op<ItemUse> {
    const used = yield* store.organizations.use(orgId, type, state, maxCounted);
    looked.push(used);
    return used;
  }
  const [documents, files, skills] = [yield* count('doc', 'kept'), yield* count('file', 'kept'), yield* count('skill', 'kept')];
  const trashed = [yield* count('doc', 'trash'), yield* count('file', 'trash'), yield* count('skill', 'trash')];
  const trash = trashed.reduce((sum, { items, bytes }) => ({ items: sum.items + items, bytes: sum.bytes + bytes }), { items: 0, bytes: 0 });
  const textOfFiles = yield* store.extractedTexts.use(orgId, maxCounted);
  const comments = yield* store.comments.use(orgId, maxCounted);
  looked.push(textOfFiles, comments);
  return { documents, files, skills, trash, textOfFiles, comments, isWhole: looked.every(({ items }) => items < maxCounted) };
}
