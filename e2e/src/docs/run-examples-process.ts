// A program: runs the modules that it is given one after another, and prints as JSON what each has said.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ended: { name: string; said: string }[] = [];
for (const file of process.argv.slice(2)) {
  const lines: string[] = [];
  globalThis.console.log = (...words: unknown[]) =>
    void lines.push(words.map((word) => (typeof word === 'object' ? JSON.stringify(word) : `${word}`)).join(' '));
  await import(pathToFileURL(file).href);
  ended.push({ name: path.basename(file), said: lines.join('\n') });
}
process.stdout.write(JSON.stringify(ended));
