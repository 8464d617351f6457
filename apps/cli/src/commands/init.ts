import { openGatehouse } from '../composition/composition.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { show } from '../terminal/output.ts';
import { dataCommand } from '../workspace/options.ts';
import { callTool } from '../workspace/workspace.ts';

interface SetUp {
  orgId: string;
  ownerId: string;
  name: string;
  ownerEmail: string;
  outcome: 'created' | 'claimed' | 'existing';
}

const said: Record<SetUp['outcome'], string> = {
  created: 'is created',
  claimed: 'is the new name of the organization from the first start',
  existing: 'already exists',
};

export const initCommand = dataCommand('init')
  .description('create an organization with its owner, or claim the one from the first start; running it again changes nothing')
  .requiredOption('--org <name>', 'name of the organization')
  .requiredOption('--email <address>', 'email address of the owner')
  .option('--name <name>', 'name of the owner')
  .action(async ({ org, email, name, ...options }) => {
    const gatehouse = await openGatehouse(readConfiguration({ data: options.data }));
    try {
      const organization = { name: org, ownerEmail: email, ...(name !== undefined && { ownerName: name }) };
      const made = await callTool<SetUp>(gatehouse.gateway, { type: 'operator' }, 'set_up_organization', { organization });
      show(options, { value: made, text: () => `${made.name} ${said[made.outcome]}; its owner is ${made.ownerEmail}.` });
    } finally {
      await gatehouse.close();
    }
  });
