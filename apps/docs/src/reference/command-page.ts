import { createProgram } from '@gatehouse/cli';

import { code, page, sentence, table } from './markdown.ts';

type Command = ReturnType<typeof createProgram>;

/** Page with every command, its arguments and options, from the same definitions as `--help`. */
export function commandPage(): string {
  const nothing = async () => '';
  const program = createProgram({ buildConsole: nothing, buildDocs: nothing });
  const common = commonOptions(program);
  return page(
    'Commands',
    'Every command of `gatehouse`. In a clone, type `npx -y pnpm@12 gatehouse …`. [How commands behave](command-line.md) has exit codes\nand JSON output.',
    '## Common options',
    'Most commands take these. Below, each command names those that it takes.',
    table(
      ['Option', 'Meaning'],
      [...common].map(([flags, description]) => [code(flags), sentence(description)]),
    ),
    ...program.commands.flatMap((command) => describe(command, ['gatehouse'], common)),
  );
}

const isCommonFrom = 10;

/** Options that many commands share, by their flags. */
function commonOptions(program: Command): Map<string, string> {
  const withInner = (command: Command): Command[] => [command, ...command.commands.flatMap(withInner)];
  const all = withInner(program).flatMap(({ options }) => options);
  const counted = Map.groupBy(all, ({ flags, description }) => `${flags}\n${description}`);
  const common = [...counted.values()].filter(({ length }) => length >= isCommonFrom);
  return new Map(common.flatMap(([one]) => (one ? [[one.flags, one.description] as const] : [])));
}

function describe(command: Command, above: readonly string[], common: ReadonlyMap<string, string>): string[] {
  const path = [...above, command.name()];
  const heading = '#'.repeat(path.length);
  const inner = command.commands.flatMap((child) => describe(child, path, common));
  const about = [`${heading} ${path.join(' ')}`, sentence(command.description())];
  if (command.commands.length > 0 && command.options.length === 0) return [...about, ...inner];
  return [...about, `Usage: ${code(usageOf(command, path))}`, ...optionTable(command, common), ...inner];
}

function usageOf(command: Command, path: readonly string[]): string {
  const given = command.registeredArguments.map((one) => {
    const name = one.name() + (one.variadic ? '…' : '');
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [...path, ...given, ...(command.options.length > 0 ? ['[options]'] : [])].join(' ');
}

/** The command's own options, and the names of its common options. */
function optionTable(command: Command, common: ReadonlyMap<string, string>): string[] {
  const isCommon = ({ flags, description }: Command['options'][number]) => common.get(flags) === description;
  const shared = command.options.filter(isCommon).map(({ flags }) => code(flags));
  const given = command.registeredArguments
    .filter(({ description }) => description)
    .map((one) => [code(one.name()), sentence(one.description)]);
  const options = command.options
    .filter((option) => !option.hidden && !isCommon(option))
    .map(({ flags, description, mandatory }) => [code(flags), `${mandatory ? 'Required. ' : ''}${sentence(description)}`]);
  const own = given.length + options.length === 0 ? [] : [table(['Argument or option', 'Meaning'], [...given, ...options])];
  return shared.length === 0 ? own : [...own, `Common options: ${shared.join(', ')}.`];
}
