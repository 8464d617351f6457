import { expect, it } from 'vitest';
import { pageTitle } from './page-title.ts';

it('is the title of the innermost page, or else that of its place', () => {
  const frame = { pathname: '/org_1', staticData: {} };
  expect(pageTitle([frame, { pathname: '/org_1/documents/trash', staticData: { title: 'Trash' } }])).toBe('Trash');
  expect(pageTitle([frame, { pathname: '/org_1/documents/item/doc_1', staticData: {} }])).toBe('Documents');
  expect(pageTitle([frame])).toBeUndefined();
  expect(pageTitle([])).toBeUndefined();
});
