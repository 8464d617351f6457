import { Command } from '@commander-js/extra-typings';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface HouseRules {
  houseRules: string | null;
}

const show = workspaceCommand('show')
  .description('the text that every agent of the organization gets')
  .action((options) =>
    inWorkspace(options, async ({ call }) => {
      const { houseRules } = await call<HouseRules>('organization_settings', {});
      return { value: { houseRules }, text: () => houseRules ?? 'No house rules.' };
    }),
  );

const set = workspaceCommand('set')
  .description('replace the text; "$(cat FILE)" takes it from a file')
  .argument('<text>', 'plain text, 1 KiB at most')
  .action((text, options) =>
    inWorkspace(options, async ({ call }) => {
      const value = await call<HouseRules>('set_house_rules', { houseRules: text });
      return { value, text: () => 'Agents get these house rules when they next connect.' };
    }),
  );

const clear = workspaceCommand('clear')
  .description('remove the text')
  .action((options) =>
    inWorkspace(options, async ({ call }) => {
      const value = await call<HouseRules>('set_house_rules', { houseRules: '' });
      return { value, text: () => 'Removed the house rules.' };
    }),
  );

export const houseRulesCommand = new Command('house-rules')
  .description('what every agent of an organization is told when it connects')
  .addCommand(show)
  .addCommand(set)
  .addCommand(clear);
