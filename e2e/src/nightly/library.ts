import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readCodeBlocks } from '../docs/code-blocks.ts';

const run = promisify(execFile);
const compilerOptions = { strict: true, skipLibCheck: true, module: 'nodenext', target: 'es2024', noEmit: true, types: ['node'] };

/** An independent program that also uses the client. Its calls and results have the types of the tools. */
const callIt = `
import { createClient } from '@gatehouse/client';
const client = createClient({ baseUrl: 'http://127.0.0.1:4848', key });
const { docId } = await client.createDoc({ title: 'Embedded', bodyMarkdown: '# 1.0' });
// @ts-expect-error the argument is "title"
void (() => client.createDoc({ titel: 'Embedded' }));
const { bodyMarkdown } = await client.readDoc({ docId });
console.log(bodyMarkdown);
// A thread of the library merges large texts.
const lines = Array.from({ length: 1500 }, (_, number) => 'This is line ' + number + ' of a long text, and it stays.\\n').join('');
const long = await client.createDoc({ title: 'A long text', bodyMarkdown: 'one\\n' + lines + 'end\\n' });
await client.editDoc({ docId: long.docId, oldText: 'one\\n', newText: 'ONE\\n' });
const { changes } = await client.listChanges({ mine: true, limit: 1 });
await client.editDoc({ docId: long.docId, oldText: 'end\\n', newText: 'the end\\n' });
const { subjects } = await client.takeBack({ requestId: changes[0]?.requestId ?? '' });
console.log(subjects[0]?.outcome, subjects[0]?.reason);
`;

/** Installs the library and the client in an empty project, and compiles and runs the guide's program there: guides/embed-the-gateway. */
export async function embedLibrary(folder: string, tarballs: readonly string[]): Promise<string[]> {
  const blocks = readCodeBlocks().filter(({ file, language }) => file === 'guides/embed-the-gateway.md' && language === 'ts');
  const [open = '', call = '', stop = ''] = blocks.map(({ code }) => code);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  writeFileSync(path.join(folder, 'program.ts'), [open, call, callIt, stop].join('\n'));
  await run('npm', ['install', ...tarballs, 'typescript@5.9', '@types/node@24'], { cwd: folder });
  const env = { ...process.env, SECRET: 'a secret of at least 32 bytes for this test' };
  try {
    await run('npx', ['tsc', '-p', '.'], { cwd: folder });
    const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env });
    return stdout === '# 1.0\ntaken_back null\n' ? [] : [`the embedded gateway wrote ${stdout}`];
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return [`the guide's program: ${stdout}${stderr}`];
  }
}
