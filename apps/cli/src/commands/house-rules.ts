import { Command } from '@commander-js/extra-typings';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface HouseRules {
  houseRules: string | null;
}

const show = workspaceCommand('show')
  .description('show the house rules')
  .action((options) =>
    inWorkspace(options, async ({ call }) => {
      const { houseRules } = await call<HouseRules>('organization_settings', {});
      return { value: { houseRules }, text: () => houseRules ?? 'No house rules.' };
    }),
  );

const set = workspaceCommand('set')
  .description('replace the house rules; "$(cat FILE)" reads them from a file')
  .argument('<text>', 'plain text of the rules, at most 1 KiB')
  .action((text, options) =>
    inWorkspace(options, async ({ call }) => {
      const value = await call<HouseRules>('set_house_rules', { houseRules: text });
      return { value, text: () => 'Agents receive these house rules when they next connect.' };
    }),
  );

const clear = workspaceCommand('clear')
  .description('remove the house rules')
  .action((options) =>
    inWorkspace(options, async ({ call }) => {
      const value = await call<HouseRules>('set_house_rules', { houseRules: '' });
      return { value, text: () => 'Removed the house rules.' };
    }),
  );

export const houseRulesCommand = new Command('house-rules')
  .description('manage the text that every agent receives when it connects')
  .addCommand(show)
  .addCommand(set)
  .addCommand(clear);
