import { describe, expect, it } from 'vitest';
import { type ListedSkill, readSoughtSkills, soughtSkills } from './sought.ts';

const skill = (name: string, more: Partial<ListedSkill> = {}): ListedSkill => ({
  id: name,
  name,
  description: '',
  tags: [],
  folderId: null,
  versionCount: 1,
  reviewed: true,
  reviewedVersion: 1,
  readerCount: 0,
  machineCount: 0,
  lastReadAt: null,
  updatedAt: 1,
  by: { personId: null, agentId: null, name: null, entrance: null },
  ...more,
});
const namesOf = (skills: ListedSkill[]) => skills.map(({ name }) => name);

describe('the list of skills', () => {
  it('has skills that wait for a review first, each group in its original order', () => {
    const skills = [skill('a'), skill('b', { reviewed: false }), skill('c'), skill('d', { reviewed: false })];
    expect(namesOf(soughtSkills(skills, {}))).toEqual(['b', 'd', 'a', 'c']);
    expect(namesOf(soughtSkills(skills, { waiting: true }))).toEqual(['b', 'd']);
  });

  it('finds all words, in any case, in names, descriptions, folders and tags', () => {
    const skills = [
      skill('release-notes', { description: 'How we write them.' }),
      skill('report', { folderName: 'Releases', folderId: 'f' }),
      skill('other', { tags: ['release'], description: 'WRITE' }),
    ];
    expect(namesOf(soughtSkills(skills, { q: 'RELEASE' }))).toEqual(['release-notes', 'report', 'other']);
    expect(namesOf(soughtSkills(skills, { q: ' write  release ' }))).toEqual(['release-notes', 'other']);
    expect(soughtSkills(skills, { q: 'none' })).toEqual([]);
  });

  it('reads its address, without invalid values', () => {
    expect(readSoughtSkills({ q: 12, waiting: true })).toEqual({ q: '12', waiting: true });
    expect(readSoughtSkills({ q: '', waiting: 'true', other: 1 })).toEqual({});
    expect(readSoughtSkills({ q: 'x'.repeat(300) }).q).toHaveLength(200);
  });
});
