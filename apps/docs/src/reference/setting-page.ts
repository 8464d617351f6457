import { describeSettings } from '@gatehouse/cli';
import { code, page, table } from './markdown.ts';

/** Page with every setting. */
export function settingPage(): string {
  const rows = describeSettings().map(({ variable, flag, standard, description, page: more }) => [
    [variable, flag].flatMap((name) => (name === undefined ? [] : code(name))).join(', '),
    'value' in standard ? code(standard.value) : standard.words,
    more === undefined
      ? description
      : `${description} [More](${more.startsWith('reference/') ? more.slice('reference/'.length) : `../${more}`})`,
  ]);
  return page(
    'Settings',
    'Everything that can be configured. A flag comes before its environment variable, and the variable before the default. An unknown\n`GATEHOUSE_…` name stops every command. An empty variable counts as not set. The\n`OTEL_…` variables of OpenTelemetry are in [a guide of their own](../guides/opentelemetry.md).',
    table(['Variable, flag', 'Default', 'Meaning'], rows),
  );
}
