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
  .description('create a new secret and encrypt the credentials of all connections with it; run it again after an interruption')
  .option('--new-secret-file <file>', 'if GATEHOUSE_SECRET is set: a file with the new secret, created if it is missing')
  .option('--previous <file>', 'if the secret was already replaced: a file with the previous one')
  .action(async ({ newSecretFile, previous, ...options }) => {
    const { rotated, next } = await rotateWith(readConfiguration({ data: options.data }), { newSecretFile, previous });
    show(options, {
      value: { rotated },
      text: () => `${count(rotated, 'credential')} encrypted again; the old secret no longer opens any of them. ${next}`,
    });
  });

const keepOld = 'Keep the old one for as long as you keep backups of before.';

async function rotateWith(configuration: Configuration, { newSecretFile, previous }: Files): Promise<{ rotated: number; next: string }> {
  if (previous !== undefined && newSecretFile !== undefined) throw new UsageError('give either --previous or --new-secret-file');
  if (previous !== undefined) return { rotated: await leavePrevious(configuration, previous), next: keepOld };
  if (newSecretFile === undefined) {
    if (configuration.secret !== undefined) throw new UsageError(howToReplaceVariable);
    return {
      rotated: await renewSecretFile(configuration),
      next: 'Backups of before need the old one; keep a copy of the new one for those to come.',
    };
  }
  if (configuration.secret === undefined)
    throw new UsageError(
      '--new-secret-file is for where GATEHOUSE_SECRET is set; without it, the secret file of the data directory is replaced',
    );
  const rotated = await renewVariable(configuration, newSecretFile);
  return { rotated, next: `Now start the gateway with GATEHOUSE_SECRET set to what ${newSecretFile} holds. ${keepOld}` };
}

const howToReplaceVariable =
  'GATEHOUSE_SECRET is set, which only you can change: stop every gateway that has it, run "gatehouse secrets rotate --new-secret-file FILE", and start them with GATEHOUSE_SECRET set to what FILE holds then';

export const secretsCommand = new Command('secrets').description('the secret that credentials are encrypted with').addCommand(rotate);
