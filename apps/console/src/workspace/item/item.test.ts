import { expect, it } from 'vitest';
import { crumbsOf } from './item.ts';

it('leads from a document to its folder and all documents, and from a skill to all skills', () => {
  const titles = (item: Parameters<typeof crumbsOf>[1]) => crumbsOf('org_1', item).map(({ title, to }) => `${title} ${to}`);
  expect(titles({ type: 'doc' })).toEqual(['Documents /org_1/documents']);
  expect(titles({ type: 'doc', folderId: 'folder_1', folderName: 'Plans' })).toEqual([
    'Documents /org_1/documents',
    'Plans /org_1/documents/folder/folder_1',
  ]);
  expect(titles({ type: 'skill' })).toEqual(['Skills /org_1/skills']);
  expect(titles({ type: 'skill', folderId: 'folder_1', folderName: 'Plans' })).toEqual([
    'Skills /org_1/skills',
    'Plans /org_1/documents/folder/folder_1',
  ]);
});
