import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { personExample, personFields, personShape } from './person-fields.ts';

export const listPeople = defineTool({
  name: 'list_people',
  title: 'List people',
  description: 'The people of the organization.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ people: z.array(personShape) }),
  example: { input: {}, output: { people: [personExample] } },
  *run({ store, viewer }) {
    return { people: (yield* store.people.list(viewer.orgId)).map(personFields) };
  },
});
