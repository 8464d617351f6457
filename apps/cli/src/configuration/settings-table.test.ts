import { describe, expect, it } from 'vitest';
import { createStartCommand } from '../commands/start.ts';
import { describeSettings } from './configuration.ts';

describe('the settings as the documentation lists them', () => {
  it('say what each is for, in a sentence', () => {
    expect(describeSettings().filter(({ description }) => !/^.*\S\.$/.test(description))).toEqual([]);
  });

  it('have the flags of gatehouse start', () => {
    const flags = createStartCommand({ buildConsole: async () => '', buildDocs: async () => '' })
      .options.map(({ long }) => long)
      .filter((flag) => flag !== '--json');
    expect(
      describeSettings()
        .flatMap(({ flag }) => flag ?? [])
        .toSorted(),
    ).toEqual(flags.toSorted());
  });

  it('have the defaults that are read', () => {
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
