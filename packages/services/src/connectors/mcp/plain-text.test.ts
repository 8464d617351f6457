import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('keeps the text of a page', () => {
  const page = '<html><STYLE type="a">p { a: b }</STYLE><p class="x">No <b>such</b> page</p><script>if (a < b) c();</script>, sorry';
  expect(plainText(page).replaceAll(/\s+/g, ' ').trim()).toBe('No such page , sorry');
  expect(plainText('1 < 2, and <a <b>c')).toBe('1 < 2, and <a  c');
  expect(plainText('Not found<script>cut off')).toBe('Not found ');
});
