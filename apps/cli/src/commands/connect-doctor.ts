import { openGatehouse } from '../composition/composition.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { withSettingsOfGateway } from '../configuration/running-gateway.ts';
import { signInOffer } from '../oauth/sign-in-offer.ts';
import { count, printable, show, when } from '../terminal/output.ts';
import { dataCommand } from '../workspace/options.ts';
import { callTool } from '../workspace/workspace.ts';

interface Attempt {
  startedAt: number;
  client: string | null;
  userAgent: string | null;
  address: string | null;
  email: string | null;
  state: 'connected' | 'under_way' | 'stopped';
  why: string;
  change: string | null;
  steps: { at: number; step: string; status: number; asked: Record<string, string>; answered: Record<string, string> }[];
}

const marks: Record<Attempt['state'], string> = { connected: 'connected', under_way: 'under way', stopped: 'STOPPED' };

export const connectDoctorCommand = dataCommand('connect-doctor')
  .description('show sign-in attempts of MCP clients in the last day: where each one stopped, and what to change')
  .action(async (options) => {
    const configuration = withSettingsOfGateway(readConfiguration({ data: options.data }));
    const isOffered = signInOffer(configuration) !== undefined;
    const gatehouse = await openGatehouse(configuration, { create: false });
    try {
      const { attempts } = await callTool<{ attempts: Attempt[] }>(
        gatehouse.gateway,
        { type: 'operator' },
        'list_all_connect_attempts',
        {},
      );
      show(options, { value: { isOffered, attempts }, text: () => describe(isOffered, attempts) });
    } finally {
      await gatehouse.close();
    }
  });

function describe(isOffered: boolean, attempts: Attempt[]): string {
  const offer = isOffered
    ? []
    : ['Clients cannot sign in here: set GATEHOUSE_BASE_URL to an https address, and do not set GATEHOUSE_OAUTH to "off".'];
  if (attempts.length === 0) return [...offer, 'No client tried to sign in during the last day.'].join('\n');
  return [
    ...offer,
    `${count(attempts.length, 'attempt')} in the last day, newest first (times in UTC).`,
    ...attempts.map(describeAttempt),
  ].join('\n\n');
}

function describeAttempt({ startedAt, client, userAgent, address, email, state, why, change, steps }: Attempt): string {
  const who = [client ?? userAgent ?? 'A client', email && `for ${email}`, address && `from ${address}`].filter(Boolean).join(' ');
  return [
    `${when(startedAt, 'seconds')}  ${marks[state]}  ${printable(who)}`,
    ...steps.map(({ at, step, status, asked, answered }) =>
      `  ${when(at, 'seconds').slice(11)}  ${step.padEnd(13)} ${status}  ${printable(words({ ...asked, ...answered }))}`.trimEnd(),
    ),
    `  ${printable(why)}`,
    ...(change === null ? [] : [`  → ${printable(change)}`]),
  ].join('\n');
}

function words(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('  ');
}
