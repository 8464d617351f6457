import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findItemForChange } from '../items/find-item.ts';

export const setAgentMemory = defineTool({
  name: 'set_agent_memory',
  title: 'Make agent memory',
  description: 'Turn a document into agent memory, which agents can read but not change or delete, or back into an ordinary document.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ docId: identifier('from list_docs'), isAgentMemory: z.boolean() }),
  output: okOnly,
  example: { input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', isAgentMemory: true }, output: { ok: true } },
  *run(context, { docId, isAgentMemory }) {
    const doc = yield* findItemForChange(context, 'doc', docId);
    if (doc.isAgentMemory === isAgentMemory) return done;
    yield* context.store.items.update({ ...doc, isAgentMemory }, doc, madeBy(context));
    return done;
  },
});
