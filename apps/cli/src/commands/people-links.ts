import { Option } from '@commander-js/extra-typings';
import { durationWords, linkLifetimeMs, roles } from '@gatehouse/domain';
import { openGatehouse } from '../composition/composition.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { withSettingsOfGateway } from '../configuration/running-gateway.ts';
import { show, when } from '../terminal/output.ts';
import { dataCommand, workspaceCommand } from '../workspace/options.ts';
import { callTool, inWorkspace } from '../workspace/workspace.ts';

interface MadeLink {
  link: string;
  expiresAt: number;
  mailed?: boolean;
  mailFault?: string | null;
}

/** Prints a link on its own line for copying. It is shown only once. */
function shownLink({ link, expiresAt, mailed, mailFault }: MadeLink, what: string): string {
  const mail = mailed ? ' It was also sent by email.' : mailFault ? ` It was not sent by email: ${mailFault}.` : '';
  return `${link}\n\n${what}. It works once, until ${when(expiresAt)} UTC.${mail}`;
}

export const setUpLinkCommand = dataCommand('setup-link')
  .description('create the sign-up link for the first owner; only before anyone has an account')
  .action(async (options) => {
    const gatehouse = await openGatehouse(withSettingsOfGateway(readConfiguration({ data: options.data })), { create: false });
    try {
      const made = await callTool<MadeLink>(gatehouse.gateway, { type: 'operator' }, 'create_set_up_link', {});
      show(options, { value: made, text: () => shownLink(made, 'Open it in a browser to set up the first account') });
    } finally {
      await gatehouse.close();
    }
  });

export const inviteCommand = workspaceCommand('invite')
  .description(`create a link to sign up and join the organization, valid for ${durationWords(linkLifetimeMs.invitation)}`)
  .argument('<email>')
  .option('--name <name>', 'name of the person')
  .addOption(new Option('--role <role>', 'role of the person').choices(roles).default('member' as const))
  .action((email, { name, role, ...options }) =>
    inWorkspace(options, async ({ call }) => {
      const made = await call<MadeLink & { email: string; role: string }>('invite_person', {
        email,
        role,
        ...(name !== undefined && { name }),
      });
      return { value: made, text: () => shownLink(made, `For ${made.email}, who joins as ${made.role}`) };
    }),
  );

export const resetLinkCommand = workspaceCommand('reset-link')
  .description('create a link to choose a new password, valid for one hour')
  .argument('<email>')
  .action((email, options) =>
    inWorkspace(options, async ({ call }) => {
      const made = await call<MadeLink>('create_reset_link', { email });
      return {
        value: made,
        text: () =>
          shownLink(
            made,
            `For ${email}; using it signs out all their browsers and ends their access to private connections and their accounts at services`,
          ),
      };
    }),
  );
