import { describe, expect, it } from 'vitest';
import { pathMeant, targetOf, wikiPathMeant } from './links.ts';

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

describe('pathMeant', () => {
  it.each([
    ['other.md', { path: 'other.md', slug: undefined }],
    ['../README.md?plain=1#use', { path: '../README.md', slug: 'use' }],
    ['my%20plan%2Fa.md', { path: 'my plan/a.md', slug: undefined }],
    ['/docs/100%.md#%C3%BCber', { path: '/docs/100%.md', slug: 'über' }],
    ['', undefined],
    ['?x=1', undefined],
    ['//evil.example/a', undefined],
    ['/\\evil.example/a', undefined],
    ['\\\\evil.example/a', undefined],
    ['https://evil.example/a', undefined],
    ['mailto:a@b', undefined],
  ])('reads %s', (href, meant) => {
    expect(pathMeant(href)).toEqual(meant);
  });
});

describe('wikiPathMeant', () => {
  it.each([
    ['Plans/100% done?', { path: 'Plans/100% done?', slug: undefined }],
    ['Plan#First step', { path: 'Plan', slug: 'First step' }],
    ['#Here', undefined],
  ])('reads %s', (target, meant) => {
    expect(wikiPathMeant(target)).toEqual(meant);
  });
});
