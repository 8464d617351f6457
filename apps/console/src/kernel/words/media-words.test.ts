import { expect, it } from 'vitest';
import { mediaWords } from './media-words.ts';

it.each([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word document'],
  ['image/png', 'PNG image'],
  ['image/svg+xml', 'SVG image'],
  ['video/mp4', 'MP4 video'],
  ['application/x-rare', 'application/x-rare'],
])('calls %s %s', (mimeType, words) => {
  expect(mediaWords(mimeType)).toBe(words);
});
