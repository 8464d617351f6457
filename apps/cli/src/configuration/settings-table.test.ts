import { describe, expect, it } from 'vitest';
import { createStartCommand } from '../commands/start.ts';
import { describeSettings } from './configuration.ts';

describe('the settings in the documentation', () => {
  it('have a purpose, in one sentence', () => {
    expect(describeSettings().filter(({ description }) => !/^.*\S\.$/.test(description))).toEqual([]);
  });

  it('match the flags of gatehouse start', () => {
    const flags = createStartCommand({ buildConsole: async () => '', buildDocs: async () => '' })
      .options.map(({ long }) => long)
      .filter((flag) => flag !== '--json');
    expect(
      describeSettings()
        .flatMap(({ flag }) => flag ?? [])
        .toSorted(),
    ).toEqual(flags.toSorted());
  });

  it('have the actual defaults', () => {
    const standards = Object.fromEntries(describeSettings().map(({ variable, standard }) => [variable, standard]));
    expect(standards).toMatchObject({
      GATEHOUSE_PORT: { value: '4747' },
      GATEHOUSE_DATA: { value: '.gatehouse' },
      GATEHOUSE_TRUSTED_PROXIES: { value: 'none' },
      GATEHOUSE_SECRET: { words: 'a file in the data directory' },
      DATABASE_URL: { words: '' },
    });
  });
});
