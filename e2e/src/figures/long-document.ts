import type { ConsoleWorld } from '../browser/console-world.ts';
import { type Figure, percentile } from './figure.ts';
import { isAnotherPlace, keyToPaint, letterToPaint, type Step } from './pressed.ts';
import { memoryOf } from './tab-memory.ts';

const mebibyte = 1024 * 1024;
const wantedMs = 200;
const sought = 'number 4';

/** Script for a page: the length of the highlighted match. */
const foundLength = `[...(CSS.highlights.get('gh-found-one') ?? [])].map(({ startOffset, endOffset }) => endOffset - startOffset)[0]`;

/** Measures reading, searching and editing a document of 1 MiB: from a key to its paint, and the memory of the tab. */
export async function measureLongDocument(world: ConsoleWorld, rounds: number): Promise<Figure[]> {
  const { docId } = await world.ok('create_doc', { title: 'Long', bodyMarkdown: longText() });
  await using visitor = await world.visit(world.owner);
  const { page, settle } = visitor;
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByText('This is the end.').waitFor({ state: 'attached' });
  await settle();
  const times: number[] = [];
  const press = async (step: Step) => void times.push(await keyToPaint(page, step));
  for (let round = 0; round <= rounds; round++) {
    // Code that is loaded on first use is measured elsewhere.
    if (round === 1) times.length = 0;
    await press({ key: 'h', isThere: `document.querySelector('aside') !== null` });
    await press({ key: 'h', isThere: `document.querySelector('aside') === null` });
    await press({ key: 'f', withControl: true, isThere: `document.activeElement.closest('search') !== null` });
    for (const [index, letter] of [...sought].entries())
      times.push(await letterToPaint(page, letter, letter === ' ' ? 'field.value === wanted' : `${foundLength} === ${index + 1}`));
    for (let place = 0; place < 5; place++) await press({ key: 'Enter', isThere: isAnotherPlace });
    await press({ key: 'Escape', isThere: `document.querySelector('search') === null` });
    await page.evaluate('getSelection().removeAllRanges()');
  }
  const reading = await memoryOf(page, 'a document of 1 MiB');
  await page.keyboard.press('e');
  const source = page.locator('.cm-content');
  await source.click();
  await settle();
  const typed: number[] = [];
  const word = 'words that are typed';
  for (const [index, letter] of [...word].entries()) {
    const isThere = `document.querySelector('.cm-activeLine').textContent.includes(${JSON.stringify(word.slice(0, index + 1))})`;
    typed.push(await letterToPaint(page, letter, isThere));
  }
  const figure = (name: string, values: number[]): Figure[] => [
    { figure: `${name}, p95`, value: percentile(values, 0.95), unit: 'ms', wanted: wantedMs, of: values.length },
    { figure: 'the longest of them', value: Math.max(...values), unit: 'ms', wanted: wantedMs, of: values.length },
  ];
  return [
    ...figure('a key on a document of 1 MiB to paint', times),
    reading,
    ...figure('a letter in its source to paint', typed),
    await memoryOf(page, 'its source'),
  ];
}

/** A text of the maximum size for documents, with realistic content. */
function longText(): string {
  const end = '\n\nThis is the end.\n';
  const sentence = 'What was said of it, with a [link](https://example.com) and a **word** that stands out. ';
  let text = '';
  for (let part = 0; ; part++) {
    const paragraph = `Of number ${part}: ${sentence.repeat(5)}\n\n`;
    const next = `## Part ${part}\n\n${paragraph.repeat(4)}- one\n- two\n- three\n\n\`\`\`\nconst number = ${part};\n\`\`\`\n\n`;
    if (text.length + next.length + end.length > mebibyte) return text + end;
    text += next;
  }
}
