import { createSecretBox } from '@gatehouse/core';
import { openServices } from '@gatehouse/services';

const string = { type: 'string', minLength: 1, maxLength: 200 };
const inputSchema = {
  type: 'object',
  properties: {
    title: string,
    state: { type: 'string', enum: ['open', 'closed'] },
    labels: { type: 'array', items: string, maxItems: 50 },
    comments: {
      type: 'array',
      items: {
        type: 'object',
        properties: { author: { ...string, pattern: '^[a-z-]+$' }, text: { type: 'string' }, likes: { type: 'integer', minimum: 0 } },
        required: ['author', 'text'],
        additionalProperties: false,
      },
    },
  },
  required: ['title', 'state'],
};

/** Separate values, as they come from callers. */
const given = Array.from({ length: 200 }, (_, call) => {
  const comments = Array.from({ length: 12 }, (_, index) => ({
    author: 'ada-lovelace',
    text: `Remark ${index} of ${call}. ${'The engine might act upon other things besides number. '.repeat(2)}`,
    likes: index,
  }));
  const labels = Array.from({ length: 10 }, (_, index) => `label-${index}`);
  return JSON.parse(JSON.stringify({ title: `Weave pattern ${call}`, state: 'open', labels, comments }));
});

const count = 50_000;

/** Microseconds that the check of arguments of 2 KB takes, once its schema is compiled (D33). */
export async function measureValidation(): Promise<number> {
  const events = { catalogue: async () => {}, health: async () => {}, isCurrent: async () => true };
  const { validate } = await openServices({ box: createSecretBox({ secret: Buffer.alloc(32, 1) }), events, report: () => {} });
  const tool = { definitionHash: 'bench', inputSchema };
  const next = (index: number) => given[index % given.length];
  const bytes = JSON.stringify(next(0)).length;
  if (bytes < 2000 || validate(tool, next(0))?.length !== 0) throw new Error(`the argument of ${bytes} bytes is not what is measured`);
  if (validate(tool, { ...next(0), state: 'lost' })?.length !== 1) throw new Error('nothing is checked');
  for (let index = 0; index < count; index++) validate(tool, next(index));
  const started = performance.now();
  for (let index = 0; index < count; index++) validate(tool, next(index));
  return ((performance.now() - started) * 1000) / count;
}
