import { Command } from '@commander-js/extra-typings';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { leavePrevious, renewSecretFile, renewVariable } from '../connections/rotate-credentials.ts';
import { UsageError } from '../kernel/faults.ts';
import { count, show } from '../terminal/output.ts';
import { dataCommand } from '../workspace/options.ts';

interface Files {
  newSecretFile?: string | undefined;
  previous?: string | undefined;
}

const rotate = dataCommand('rotate')
  .description('create a new secret and encrypt the credentials of all connections with it; run it again to resume after an interruption')
  .option('--new-secret-file <file>', 'if GATEHOUSE_SECRET is set: file with the new secret, created if it does not exist')
  .option('--previous <file>', 'if the secret was already replaced: file with the previous secret')
  .action(async ({ newSecretFile, previous, ...options }) => {
    const { rotated, next } = await rotateWith(readConfiguration({ data: options.data }), { newSecretFile, previous });
    show(options, {
      value: { rotated },
      text: () => `${count(rotated, 'credential')} encrypted with the new secret; the old one no longer decrypts any of them. ${next}`,
    });
  });

const keepOld = 'Keep the old secret as long as you keep older backups.';

async function rotateWith(configuration: Configuration, { newSecretFile, previous }: Files): Promise<{ rotated: number; next: string }> {
  if (previous !== undefined && newSecretFile !== undefined) throw new UsageError('give either --previous or --new-secret-file');
  if (previous !== undefined) return { rotated: await leavePrevious(configuration, previous), next: keepOld };
  if (newSecretFile === undefined) {
    if (configuration.secret !== undefined) throw new UsageError(howToReplaceVariable);
    return {
      rotated: await renewSecretFile(configuration),
      next: 'Older backups need the old secret; keep a copy of the new one for later backups.',
    };
  }
  if (configuration.secret === undefined)
    throw new UsageError(
      '--new-secret-file requires GATEHOUSE_SECRET; without it, omit the option to replace the secret file of the data directory',
    );
  const rotated = await renewVariable(configuration, newSecretFile);
  return { rotated, next: `Now start the gateway with GATEHOUSE_SECRET set to the content of ${newSecretFile}. ${keepOld}` };
}

const howToReplaceVariable =
  'GATEHOUSE_SECRET is set, and only you can change it: stop every gateway that uses it, run "gatehouse secrets rotate --new-secret-file FILE", and start them with GATEHOUSE_SECRET set to the content of FILE';

export const secretsCommand = new Command('secrets').description('manage the secret that encrypts credentials').addCommand(rotate);
