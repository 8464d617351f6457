import { cleanText, maxHouseRulesBytes } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';

/** Refuses hidden characters, and does not remove them: a model reads characters that people cannot see. */
const rules = z
  .string()
  .meta({ description: `up to ${maxHouseRulesBytes} bytes of plain text; empty: no rules` })
  .transform((text, check) => {
    const clean = cleanText(text, { argument: 'it', maxBytes: maxHouseRulesBytes });
    if (clean.ok) return clean.text;
    check.issues.push({ code: 'custom', message: `: ${clean.message}`, input: text });
    return z.NEVER;
  });

export const setHouseRules = defineTool({
  name: 'set_house_rules',
  title: 'Set house rules',
  description:
    'Set the text that every agent of the organization receives when it connects and from whoami. Replaces the previous text; an empty text removes it.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ houseRules: rules }),
  output: z.object({ houseRules: z.string().nullable() }),
  example: {
    input: { houseRules: 'Write in English. Put meeting notes into the folder "Meetings".' },
    output: { houseRules: 'Write in English. Put meeting notes into the folder "Meetings".' },
  },
  *run({ store, viewer: { orgId }, call: { notes } }, { houseRules: text }) {
    const houseRules = text === '' ? null : text;
    yield* store.organizations.set(orgId, 'houseRules', houseRules);
    notes.itemType = 'organization';
    notes.itemId = orgId;
    return { houseRules };
  },
});
