import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { served } from '../site/addresses.ts';
import { readContents } from '../site/contents.ts';
import { makeLlmsText } from '../site/llms.ts';
import { choosePages, readLines } from './choose-pages.ts';

const docs = path.join(import.meta.dirname, '../../../../docs');
const llmsText = makeLlmsText('', readContents(docs), served);
const lines = readLines(llmsText);
/** Many programs that fetch pages cut them there. */
const maxBytes = 20_000;
const maxPages = 3;

/** Questions as people and programs ask them, and what an answer must say. */
const questions: [question: string, fact: RegExp][] = [
  ['How do I create a document over HTTP with curl?', /\/v1\/tools\/create_doc/],
  ['How many calls per minute can a key make, and how do I see how many are left?', /240 calls in any 60 seconds[\s\S]*`RateLimit/],
  ['My edit was refused with the error stale_version. What should I do?', /`stale_version`[^\n]*Read (?:again|the document again)/],
  ['Which environment variable sets the port?', /`GATEHOUSE_PORT`/],
  ['How do I back up the database while the gateway runs?', /gatehouse backup /],
  ['How do I connect Claude Code to my workspace?', /claude mcp add --transport http gatehouse/],
  ['How do I rotate a key without an outage?', /--overlap/],
  ['How do I run Gatehouse on Postgres?', /DATABASE_URL=postgres:\/\//],
  ['Which nginx configuration do I need to put a proxy in front?', /proxy_pass http:/],
  ['How can I limit a key so that it can only use some tools?', /--tools [\w,]+/],
  ['How does my script find the documents that changed since its last run, to keep a copy in sync?', /"updatedSince": \d+/],
  ['An agent made a mess. How do I undo everything it changed in the last hour?', /Take back/],
  ['What does the error tool_held mean?', /A changed tool is held: .* refused with 400 `tool_held`/],
  ['Which Prometheus metrics count tool calls by outcome?', /`gatehouse_calls_total`/],
  ['How do we let people sign in with our identity provider by OpenID Connect?', /GATEHOUSE_OIDC_ISSUER=/],
  ['How do I keep files in an S3 bucket or MinIO?', /GATEHOUSE_FILES='s3:/],
  ['Which arguments does update_task take to remove a due date?', /`clear`/],
  ['How do I invite a colleague as an admin?', /people invite \S+ --role admin/],
  ['Connecting a service in my private network is refused. How do I allow its address?', /GATEHOUSE_ALLOW_PRIVATE_SERVICES=/],
  ['What are the exit codes of the command line when a script calls it?', /\| Exit code \|/],
];

it('asks twenty questions', () => {
  expect(questions).toHaveLength(20);
});

it(`lists all pages in ${maxBytes} bytes`, () => {
  expect(Buffer.byteLength(llmsText)).toBeLessThan(maxBytes);
});

it.each(questions)(`is answered from llms.txt and ${maxPages} pages: %s`, (question, fact) => {
  const addresses = choosePages(lines, question, maxPages);
  const texts = addresses.map((address) => readFileSync(path.join(docs, address.replace(/^\/docs\//, '')), 'utf8'));
  expect(
    texts.some((text) => fact.test(text)),
    `none of these pages says ${fact}: ${addresses.join(', ')}`,
  ).toBe(true);
});
