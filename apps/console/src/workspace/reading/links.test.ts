import { describe, expect, it } from 'vitest';
import { nameMeant, namesMeant, targetOf } from './links.ts';

const here = new URL('https://gate.example/app/org_1/documents/item/doc_01jd2x7q8me3k5w9t4v6b8n0r2') as unknown as Location;
const other = 'doc_01jd2x7q8me3k5w9t4v6b8n0r3';

describe('targetOf', () => {
  it.each([
    ['#2-1-%C3%BCber', { kind: 'anchor', slug: '2-1-über' }],
    ['#%', { kind: 'anchor', slug: '%' }],
    [other, { kind: 'item', itemId: other, slug: undefined }],
    [`https://gate.example/app/org_1/documents/item/${other}#news`, { kind: 'item', itemId: other, slug: 'news' }],
    [`https://evil.example/app/${other}`, undefined],
    [`//evil.example/${other}`, undefined],
    ['javascript:pwned()', undefined],
    ['guide.md', undefined],
    ['http://', undefined],
  ])('reads %s', (href, target) => {
    expect(targetOf(href, here)).toEqual(target);
  });
});

describe('nameMeant', () => {
  it.each([
    ['other.md', 'guide/start.md', { name: 'guide/other.md', slug: undefined }],
    ['../README.md#use', 'guide/start.md', { name: 'README.md', slug: 'use' }],
    ['my%20plan.md', 'a?b.md', { name: 'my plan.md', slug: undefined }],
    ['../../../etc', 'a.md', { name: 'etc', slug: undefined }],
    ['//evil.example/a', 'a.md', undefined],
    ['\\\\evil.example/a', 'a.md', undefined],
    ['https://evil.example/a', 'a.md', undefined],
    ['mailto:a@b', 'a.md', undefined],
  ])('reads %s in %s', (href, from, meant) => {
    expect(nameMeant(href, from)).toEqual(meant);
  });
});

describe('namesMeant', () => {
  it.each([
    ['other', 'guide/start.md', ['guide/other', 'other']],
    ['/guide/other.md', 'a/b.md', ['guide/other.md']],
    ['Caf%C3%A9', 'x', ['Café']],
    ['../up.md', 'a/b.md', ['up.md']],
    ['//evil.example/a', 'a.md', ['evil.example/a']],
    ['https://evil.example/a', 'a.md', []],
  ])('reads %s in %s', (href, from, names) => {
    expect(namesMeant(href, from)).toEqual(names);
  });
});
