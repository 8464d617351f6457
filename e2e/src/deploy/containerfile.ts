import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Containerfile {
  steps: string[];
  user: string;
  environment: Record<string, string>;
  healthCheck: string[];
  /** The program and its arguments. */
  command: string[];
}

/** Reads `deploy/Containerfile`: the last of each instruction. */
export function readContainerfile(root: string): Containerfile {
  const text = readFileSync(path.join(root, 'deploy/Containerfile'), 'utf8').replaceAll(/^#.*\n/gm, '');
  const instructions = text
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean);
  const last = (name: string) => instructions.findLast((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const list = (words: string): string[] => JSON.parse(words.slice(words.indexOf('[')));
  return {
    steps: instructions,
    user: last('USER'),
    environment: Object.fromEntries(
      last('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    ),
    healthCheck: list(last('HEALTHCHECK')),
    command: [...list(last('ENTRYPOINT')), ...list(last('CMD'))],
  };
}
