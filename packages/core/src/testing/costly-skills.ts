/** Skills with the frontmatter that takes a YAML parser longest for its size, or with the longest allowed body. */
export interface CostlySkill {
  kind: string;
  /** Skills of a page, enough to take long. */
  count: number;
  /** Different for each number, so that no cache helps. */
  content(number: number): string;
  files?: { path: string; content: string }[];
}

const many = <Made>(count: number, one: (at: number) => Made) => Array.from({ length: count }, (_, at) => one(at));

function withField(kind: string, field: string, { body = '', count = 50 } = {}): CostlySkill {
  return { kind, count, content: (number) => `---\nname: odd-${number}\ndescription: Number ${number}.\n${field}\n---\n${body}` };
}

export const costlySkills: readonly CostlySkill[] = [
  withField('a map in one line', `x: {${many(230, (at) => at).join(',')}}`),
  withField('nested lists', `x: ${'['.repeat(300)}${']'.repeat(300)}`),
  withField('comments', '# a\n'.repeat(700)),
  withField('tagged values', many(150, (at) => `k${at}: !!str v`).join('\n')),
  withField('a long value', `x: |\n${'  a\n'.repeat(4000)}`),
  withField('a usual frontmatter', 'metadata:\n  author: somebody\n  version: "1.0"'),
  withField('a long body', 'license: MIT', { body: 'word '.repeat(200_000), count: 6 }),
  {
    ...withField('many files', 'license: MIT'),
    files: many(511, (at) => ({ path: `references/${'x'.repeat(150)}${at}.md`, content: '' })),
  },
];
