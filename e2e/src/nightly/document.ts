import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { openWorld } from '../kit/world.ts';
import { openNpmPackages } from './npm-packages.ts';
import { callThroughPrism } from './prism.ts';

const run = promisify(execFile);

/** Programs that are too large for the dependencies of a clone. They are fetched here, and their install scripts are not run. */
const programs = [
  '@stoplight/spectral-cli@6.16.3',
  '@stoplight/prism-cli@5.14.2',
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.95.0',
  'orval@7.13.2',
  'typescript@5.9.3',
];

/**
 * Checks the OpenAPI document with the linters and generators that programmers use, compiles the generated code, and checks answers with
 * Prism.
 */
export async function readDocumentAsOthers(): Promise<string[]> {
  using packages = await openNpmPackages(programs);
  const { folder } = packages;
  await using world = await openWorld();
  const document = await (await fetch(`${world.url}/v1/openapi.json`)).text();
  writeFileSync(path.join(folder, 'openapi.json'), document);
  return [...(await generate(folder)), ...(await callThroughPrism(world, folder))];
}

const orvalConfiguration =
  "module.exports = { api: { input: './openapi.json', output: { target: './orval/client.ts', client: 'fetch', baseUrl: '/' } } };";
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  allowImportingTsExtensions: true,
};

async function generate(folder: string): Promise<string[]> {
  writeFileSync(path.join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  writeFileSync(path.join(folder, 'orval.config.cjs'), orvalConfiguration);
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['typescript.ts', 'hey', 'orval'] }));
  mkdirSync(path.join(folder, 'orval'));
  const commands: [name: string, ...args: string[]][] = [
    ['spectral', 'lint', 'openapi.json', '--fail-severity', 'hint'],
    ['openapi-typescript', 'openapi.json', '--output', 'typescript.ts'],
    ['openapi-ts', '--input', 'openapi.json', '--output', 'hey', '--client', '@hey-api/client-fetch'],
    ['orval', '--config', 'orval.config.cjs'],
    // Last: it compiles what the others have made.
    ['tsc', '--project', '.'],
  ];
  const wrong: string[] = [];
  for (const [name, ...args] of commands) {
    const complaint = await complaintOf(folder, name, args);
    process.stdout.write(`  ${name}: ${complaint === undefined ? 'no complaint' : 'complains'}\n`);
    if (complaint !== undefined) wrong.push(`${name}: ${complaint}`);
  }
  return [...wrong, ...unnamedTypes(folder)];
}

/** Output of a program that fails or prints a warning. */
async function complaintOf(cwd: string, name: string, args: string[]): Promise<string | undefined> {
  // Disables all telemetry of the programs.
  const env = { ...process.env, NO_COLOR: '1', SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1', CI: '1' };
  const program = path.join(cwd, 'node_modules/.bin', name);
  const { stdout, stderr, failed } = await run(program, args, { cwd, env }).then(
    (ended) => ({ ...ended, failed: false }),
    (error: { stdout: string; stderr: string }) => ({ ...error, failed: true }),
  );
  const said = `${stdout}${stderr}`;
  return failed || /warn|error|deprecat/i.test(said.replaceAll(/severity of '\w+' or higher found/g, '')) ? said : undefined;
}

const resources = ['Document', 'File', 'Skill', 'Folder', 'Task', 'Version', 'SearchResult', 'Connection', 'Identity', 'ErrorBody'];
const namesIn: [file: string, declares: (name: string) => RegExp][] = [
  ['hey/types.gen.ts', (name) => new RegExp(`^export type ${name} = `, 'm')],
  ['orval/client.ts', (name) => new RegExp(`^export (?:interface|type) ${name} `, 'm')],
  ['typescript.ts', (name) => new RegExp(`^ {8}${name}: `, 'm')],
];

function unnamedTypes(folder: string): string[] {
  return namesIn.flatMap(([file, declares]) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return resources.filter((name) => !declares(name).test(text)).map((name) => `${file} has no type ${name}`);
  });
}
