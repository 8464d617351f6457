import { readFileSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { createSecretBox, rotateSecrets } from '@gatehouse/core';
import { openGatehouse, secretOf } from '../composition.ts';
import { readConfiguration } from '../configuration.ts';
import { CommandError } from '../faults.ts';
import { count, show } from '../output.ts';
import { dataCommand } from '../workspace/options.ts';

const rotate = dataCommand('rotate')
  .description('encrypt the credentials of all connections anew, with the secret that is set now')
  .requiredOption('--previous <file>', 'the old secret file, or a file with what GATEHOUSE_SECRET was before')
  .action(async ({ previous, ...options }) => {
    const configuration = readConfiguration({ data: options.data });
    const text = readFileSync(previous, 'utf8').trim();
    const gatehouse = await openGatehouse(configuration, { create: false });
    try {
      // The same words were a file of ours or the variable's value: the key's name in each row says which one it was.
      const before = [Buffer.from(text), Buffer.from(text, 'base64url')];
      const box = createSecretBox({ secret: secretOf(configuration), previous: before });
      const rotated = await rotateSecrets(gatehouse.store, box).catch((error: unknown) => {
        throw new CommandError(`nothing more was encrypted anew: ${(error as Error).message}`);
      });
      show(options, {
        value: { rotated },
        text: () => `${count(rotated, 'credential')} encrypted anew; the old secret opens nothing any more.`,
      });
    } finally {
      await gatehouse.close();
    }
  });

export const secretsCommand = new Command('secrets').description('the secret that credentials are encrypted with').addCommand(rotate);
