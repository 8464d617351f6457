import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countWords, findBest } from '@gatehouse/domain/words';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../../docs');

/** Plain questions, each with the pages that answer it. */
const questions: [question: string, pages: string[]][] = [
  ['How do I connect ChatGPT to my workspace?', ['guides/connect-other-clients']],
  ['Where do I get a backup of the database and how do I restore it?', ['guides/back-up-and-restore']],
  ["Can people sign in with our company's identity provider?", ['guides/company-sign-in']],
  ['How can I undo what an agent changed yesterday?', ['guides/undo-changes']],
  ['Moving from SQLite to Postgres', ['guides/move-to-postgres']],
  ['How do I revoke a key that leaked?', ['guides/keys-and-limits', 'reference/rules/keys-and-limits']],
  ['What happens when the disk is full?', ['reference/when-the-database-fails']],
  ['Which environment variables configure the server?', ['reference/settings']],
  ['How to run the gateway in Docker', ['guides/run-in-a-container']],
  ['How do I write a SKILL.md file?', ['guides/write-skills']],
  ['keep skills on disk up to date for Claude Code and Codex', ['guides/sync-skills']],
  ['Put nginx with TLS in front of it', ['guides/run-behind-a-proxy']],
  ['Why are keys never cached?', ['why/no-key-cache']],
  ['How does an agent get the house rules?', ['guides/house-rules']],
  ['send traces and metrics to an OpenTelemetry collector', ['guides/opentelemetry']],
  ['store uploaded files in an S3 bucket', ['guides/files-on-s3']],
  ['How are invitations mailed?', ['guides/mail']],
  ['sign in without a password using a passkey', ['guides/passkeys']],
  ['approving tools whose definitions have changed', ['guides/approve-changed-tools']],
  ['How do I turn an OpenAPI document into tools?', ['guides/connect-an-http-api']],
  ['Can an attacker change a tool after it was approved?', ['why/pinned-service-tools']],
  ['How do I get notified when a document changes?', ['guides/webhooks']],
  ['import a folder of markdown files', ['guides/import-and-export']],
  ['the gateway does not start, what can I do?', ['guides/when-it-does-not-start']],
  ['run it as a systemd unit', ['guides/run-with-systemd']],
  ['someone deleted gatehouse.db while it was running', ['guides/recover-the-database']],
  ['who could attack a gateway and how is it protected', ['why/threat-model']],
  ['inviting people and changing their roles', ['guides/invite-people']],
  ['Prometheus health check address', ['guides/metrics-and-health']],
  ['call the API from JavaScript in a browser page of another origin', ['guides/call-from-a-web-page']],
  ['How are two edits of the same document merged?', ['why/merge-or-ask', 'guides/write-safely']],
  ['replace the secret that encrypts credentials', ['guides/change-the-secret']],
  ['connecting services with private addresses in our own network', ['guides/reach-private-services']],
  ['why do generators instead of async functions run the programs', ['why/programs-are-generators']],
];

const unanswered = [
  'How do I bake sourdough bread?',
  'What is the capital of Mongolia?',
  'Which football team won the championship in 1998?',
  'train a neural network on GPUs with PyTorch',
  'rent an apartment in Lisbon',
  'symptoms of iron deficiency',
  'convert celsius to fahrenheit',
];

describe('questions about this documentation', () => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  const pages = paths.map((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    const name = /^# (.*)/m.exec(text)?.[1] ?? path;
    return { path: path.replaceAll('\\', '/').replace(/\.md$/, ''), words: countWords({ name, tags: [], texts: [text] }) };
  });
  const answersOf = (question: string) =>
    findBest(
      question,
      pages.map(({ words }) => words),
    ).map(({ index }) => pages[index]!.path);

  it('are answered by the right page first, or among the first five', () => {
    const places = questions.map(([question, right]) => answersOf(question).findIndex((path) => right.includes(path)));
    const within = (most: number) => places.filter((place) => place >= 0 && place < most).length / places.length;
    expect(within(1)).toBeGreaterThanOrEqual(0.8);
    expect(within(5)).toBeGreaterThanOrEqual(0.95);
  });

  it.each(unanswered)('find few pages or none for %j', (question) => {
    expect(answersOf(question).length).toBeLessThanOrEqual(5);
  });
});
