import { hiddenInFiles, skillMain } from '@gatehouse/domain/skills';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { hiddenShape } from '../../kernel/schema/hidden-shape.ts';
import { identifier, pageLimit, time } from '../../kernel/schema/schema.ts';
import { findItem } from '../items/find-item.ts';
import { reviewFields, reviewShape } from '../skill-files/reviewed.ts';
import { readTexts } from '../skill-files/skill-warnings.ts';

export const listSkillLoads = defineTool({
  name: 'list_skill_loads',
  title: 'List skill readers',
  description: 'List the agents and people that read a skill, with their program, machine and version, latest reader first.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ itemId: identifier('a skill'), limit: pageLimit(100, 200, 'readers') }),
  output: z.object({
    versionCount: z.int(),
    ...reviewShape,
    hiddenCharacters: z
      .array(z.object({ path: z.string(), ...hiddenShape }))
      .optional()
      .describe('hidden characters by file in an unreviewed newest version, which agents read but people cannot see'),
    uncheckedFiles: z.int().optional().describe('number of files that were not checked for hidden characters, beyond 2 MiB of text'),
    loads: z.array(
      z.object({
        agentId: z.string().nullable(),
        personId: z.string().nullable(),
        name: z.string().describe('name of the agent, or of the person who read it directly'),
        client: z.string().describe('name that it reports; "" if none'),
        machine: z.string().describe('name that it reports; "" if none'),
        version: z.int(),
        at: time,
      }),
    ),
  }),
  example: {
    input: { itemId: 'skill_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      versionCount: 3,
      reviewed: true,
      reviewedVersion: 3,
      loads: [
        {
          agentId: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
          personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
          name: 'release bot',
          client: 'codex/1.4.0',
          machine: 'adas-laptop',
          version: 2,
          at: 1_763_600_000_000,
        },
      ],
    },
  },
  *run(context, { itemId, limit }) {
    const { store } = context;
    const item = yield* findItem(context, 'skill', itemId);
    const loads = [];
    for (const { readerId, client, machine, version, at } of yield* store.skills.loads(item.orgId, item.id, limit)) {
      const agent = yield* store.agents.find(item.orgId, readerId);
      const personId = agent ? agent.personId : readerId;
      const name = agent?.name ?? (yield* store.people.find(item.orgId, readerId))?.name ?? 'a former member';
      loads.push({ agentId: agent?.id ?? null, personId, name, client, machine, version, at });
    }
    const review = reviewFields(item);
    const { content, texts } = review.reviewed ? { content: '', texts: [] } : yield* readTexts(context, item);
    const { hidden, unchecked } = hiddenInFiles([{ path: skillMain, text: content }, ...texts]);
    return {
      versionCount: item.versionCount,
      ...review,
      ...(hidden.length > 0 && { hiddenCharacters: hidden }),
      ...(unchecked > 0 && { uncheckedFiles: unchecked }),
      loads,
    };
  },
});
