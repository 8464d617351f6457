import { expect, it } from 'vitest';
import { placeAt } from './navigation.tsx';

it.each([
  ['/org_1/documents', 'Documents'],
  ['/org_1/documents/item/doc_1', 'Documents'],
  ['/org_1/documents/item/skill_1', 'Skills'],
  ['/org_1/documents/folder/folder_1', 'Documents'],
  ['/org_1/skills', 'Skills'],
  ['/org_1/agents/connect', 'Agents'],
  ['/org_1/settings', 'Settings'],
  ['/org_1/search', undefined],
])('finds the place of %s', (pathname, title) => {
  expect(placeAt(pathname)?.title).toBe(title);
});
