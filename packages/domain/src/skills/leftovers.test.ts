import { expect, it } from 'vitest';
import { isLeftover } from './leftovers.ts';

it.each([
  'scripts/__pycache__/a.cpython-311.pyc',
  'a.pyc',
  'SKILL.md~',
  'references/#style.md#',
  'a.swp',
  '~$plan.docx',
  'Thumbs.db',
  'assets/thumbs.db',
  'ehthumbs.db',
  'Desktop.ini',
  '__MACOSX/SKILL.md',
])('treats %s as a leftover', (path) => {
  expect(isLeftover(path)).toBe(true);
});

it.each([
  'SKILL.md',
  'scripts/a.py',
  'references/c#/notes.md',
  '#1.md',
  'a~b.md',
  'data/store.db',
  'pycache/a.md',
  'fonts/a.swift',
  '-rf/~/a.md',
  '~',
])('treats %s as part of the skill', (path) => {
  expect(isLeftover(path)).toBe(false);
});
