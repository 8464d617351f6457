// Writes the pages that are generated from the code. Run it with `npx -y pnpm@12 docs:reference`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTypedClients } from '../typed-clients/typed-clients.ts';
import { generatedFiles } from './generated-files.ts';
import { makeReference } from './reference.ts';
import { root } from './source/syntax.ts';

const docs = path.join(root, 'docs');
const pages = makeReference();
for (const file of generatedFiles(docs)) if (!pages.has(file)) rmSync(path.join(docs, file));
for (const [file, text] of pages) {
  mkdirSync(path.join(docs, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(docs, file), text);
}
const clients = makeTypedClients();
for (const [file, text] of clients) writeFileSync(path.join(root, file), text);
process.stdout.write(`Wrote ${pages.size} pages of the reference, and ${clients.size} generated parts of clients.\n`);
