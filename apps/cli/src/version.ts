import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Version from package.json. */
export const version = (JSON.parse(readFileSync(path.join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { version: string })
  .version;
