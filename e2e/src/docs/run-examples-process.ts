// Program that runs the given modules one after another and prints the output of each as JSON.
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
