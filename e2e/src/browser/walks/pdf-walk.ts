import assert from 'node:assert/strict';
import { until } from '../../kit/until.ts';
import { fresh } from './program.ts';
import type { Walk } from './walk.ts';

export const askPdf: Walk = {
  title: 'drops a PDF in, asks for a sentence on its seventh page, and opens it there',
  async go(world, hand, view) {
    const name = `${fresh('handbook')}.pdf`;
    const word = fresh('quokka').replace('-', '');
    const sentence = `Refunds for a ${word} are paid within fourteen days`;
    const pages = Array.from({ length: 9 }, (_, index) => [
      `Chapter ${index + 1} begins here`,
      ...Array.from({ length: 30 }, (_, line) => `Line ${line} of chapter ${index + 1} says nothing new`),
      ...(index === 6 ? [sentence] : []),
    ]);
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    await page.goto(world.at('/documents'));
    const bytes = JSON.stringify([...Buffer.from(pdfOf(pages))]);
    const data = await page.evaluateHandle<unknown>(
      `(() => { const data = new DataTransfer(); data.items.add(new File([new Uint8Array(${bytes})], '${name}')); return data; })()`,
    );
    await page.getByRole('grid', { name: 'Contents' }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('1 of 1 done').waitFor();
    await hand.press(page.getByRole('button', { name: 'Clear finished' }));

    await until('its text is found', async () => (await world.ok('search', { query: word, match: 'best' })).results.length > 0);
    await page.goto(world.at('/search'));
    const question = `When are refunds paid for a ${word}?`;
    // The results of the words before have the same row, and are replaced.
    const isAnswered = page.waitForResponse((response) => response.request().postData()?.includes(question) === true);
    await hand.write(page.getByLabel('Search for'), question);
    await isAnswered;
    await page
      .getByRole('grid', { name: 'Results' })
      .getByRole('row', { name: new RegExp(name) })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await hand.open(page, 'Results', new RegExp(name));
    await page.getByRole('tabpanel', { name: 'Text' }).getByText('Page 7', { exact: true }).waitFor();
    const found = `(() => {
      const [still] = CSS.highlights.get('gh-found-one') ?? [];
      if (!still) return undefined;
      const range = document.createRange();
      range.setStart(still.startContainer, still.startOffset);
      range.setEnd(still.endContainer, still.endOffset);
      const { top, bottom } = range.getBoundingClientRect();
      return top > 0 && bottom < innerHeight ? range.toString() : undefined;
    })()`;
    await until('the sentence is in sight', async () => (await page.evaluate<string | undefined>(found))?.includes(sentence) === true);
    assert.deepEqual(faults, []);
  },
};

/** A PDF of lines of ASCII. */
function pdfOf(pages: readonly (readonly string[])[]): string {
  const kids = pages.map((_, index) => `${index * 2 + 4} 0 R`).join(' ');
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj`,
    '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
  ];
  for (const [index, lines] of pages.entries()) {
    const text = `BT /F1 12 Tf 14 TL 72 740 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
    const [own, content] = [index * 2 + 4, index * 2 + 5];
    objects.push(
      `${own} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${content} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj`,
      `${content} 0 obj<</Length ${text.length}>>stream\n${text}\nendstream endobj`,
    );
  }
  return ['%PDF-1.4', ...objects, 'trailer<</Root 1 0 R>>'].join('\n');
}
