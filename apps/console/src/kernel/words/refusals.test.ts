import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { reasons, statusOf } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { CallError } from '../calls/call.ts';
import { messageOf } from '../states/failed.tsx';
import { allRefusalWords, byCode, byReason } from './refusals.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');

/** Every source of a folder, without its tests. */
function sourcesOf(folder: string): { name: string; text: string }[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => ({ name: path.join(folder, name), text: readFileSync(path.join(root, folder, name), 'utf8') }));
}

describe('a refusal in words for people', () => {
  it('is a sentence for every reason and every code', () => {
    expect(Object.keys(byReason).toSorted()).toEqual(reasons.toSorted());
    expect(Object.keys(byCode).toSorted()).toEqual([...Object.keys(statusOf), 'offline'].toSorted());
    for (const words of allRefusalWords()) {
      expect(words).toMatch(/^[A-Z].*[.?]$/s);
      for (const sentence of words.split(/(?<=[.?]) /)) expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(25);
    }
  });

  it('is never the message of the gateway, for any reason', () => {
    const message = 'argument "password" is too short: give at least 10 characters';
    for (const code of [...Object.keys(statusOf), 'offline'] as CallError['code'][])
      for (const reason of [...reasons, 'a_reason_of_a_later_release', undefined])
        expect(messageOf(new CallError(code, message, { reason }))).not.toContain(message);
    // Covers errors of the console itself.
    expect(messageOf(new Error(message))).not.toContain(message);
  });

  it('includes more if the tool, the link, or the waiting time is known', () => {
    const refused = (reason: string, more: Partial<CallError> = {}) =>
      messageOf(Object.assign(new CallError('invalid_request', 'x', { reason, ...more }), more));
    expect(refused('duplicate_name', { tool: 'rename_folder' })).toBe('A folder with this name already exists.');
    expect(refused('duplicate_name', { tool: 'list_docs' })).toBe(byReason.duplicate_name);
    expect(refused('link_not_good', { detail: 'expired' })).toBe('This link has expired. Ask for a new one.');
    expect(refused('link_not_good', { detail: 'a later one' })).toBe(byReason.link_not_good);
    expect(refused('no_history', { detail: String(Date.UTC(2026, 2, 12, 14, 5)) })).toMatch(/^The history .* 12 Mar 2026/);
    expect(refused('no_history')).toBe(byReason.no_history);
    expect(refused('too_many_tries', { retryAfterSeconds: 300 })).toBe('Too many attempts. Try again in 5 minutes.');
  });
});

it('no string of the console repeats an error message for models', () => {
  const forModels = ['packages/core/src', 'packages/services/src', 'packages/entrance/src', 'packages/domain/src']
    .flatMap(sourcesOf)
    .flatMap(({ text }) => [
      // To the end of the statement: sentences have semicolons too.
      ...text.matchAll(/(?:refusal|unauthorized|overloaded|GatewayError|fault|invalid|badLink|serviceError)\(.*?;$/gms),
    ])
    .flatMap(([thrown]) => [...thrown.matchAll(/'((?:[^'\\\n]|\\.){20,})'|`((?:[^`\\]|\\.){20,})`/g)])
    .flatMap(([, plain, template]) => (plain ?? template ?? '').split(/\$\{[^}]*\}/))
    .map((part) => part.trim())
    .filter((part) => part.length >= 20 && part.includes(' '));
  expect(forModels.length).toBeGreaterThan(150);
  const console = sourcesOf('apps/console/src');
  const found = forModels.flatMap((part) => console.filter(({ text }) => text.includes(part)).map(({ name }) => `${name}: ${part}`));
  expect(found).toEqual([]);
  // Only code for messages that are written for people, or quote a service, may read an error's own message.
  const reads = console.flatMap(({ name, text }) =>
    /\b(?:error|fault|err|skill)\.message\b/.test(text) ? [name.replace('apps/console/src/', '')] : [],
  );
  expect(reads.toSorted()).toEqual(['kernel/states/failed.tsx', 'services/try/service-fault.ts']);
});
