import { createProgram } from '@gatehouse/cli';
import { code, page, sentence, table } from './markdown.ts';

type Command = ReturnType<typeof createProgram>;

/** Every command with its arguments and options, as `--help` tells them. */
export function commandPage(): string {
  const nothing = async () => '';
  const program = createProgram({ buildConsole: nothing, buildDocs: nothing });
  return page(
    'Commands',
    'Every command of `gatehouse`. In a clone, type `npx -y pnpm@12 gatehouse …`. [How commands behave](command-line.md) has exit codes\nand JSON output.',
    ...program.commands.flatMap((command) => describe(command as Command, ['gatehouse'])),
  );
}

function describe(command: Command, above: readonly string[]): string[] {
  const path = [...above, command.name()];
  const heading = '#'.repeat(path.length);
  const inner = command.commands.flatMap((child) => describe(child as Command, path));
  const about = [`${heading} ${path.join(' ')}`, sentence(command.description())];
  if (command.commands.length > 0 && command.options.length === 0) return [...about, ...inner];
  return [...about, `Usage: ${code(usageOf(command, path))}`, ...optionTable(command), ...inner];
}

function usageOf(command: Command, path: readonly string[]): string {
  const given = command.registeredArguments.map((one) => {
    const name = one.name() + (one.variadic ? '…' : '');
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [...path, ...given, ...(command.options.length > 0 ? ['[options]'] : [])].join(' ');
}

function optionTable(command: Command): string[] {
  const given = command.registeredArguments
    .filter(({ description }) => description)
    .map((one) => [code(one.name()), sentence(one.description)]);
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, description, mandatory }) => [code(flags), `${mandatory ? 'Required. ' : ''}${sentence(description)}`]);
  return given.length + options.length === 0 ? [] : [table(['Argument or option', 'Meaning'], [...given, ...options])];
}
