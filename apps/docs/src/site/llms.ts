import type { Addresses } from './addresses.ts';
import type { Kind, PageEntry } from './contents.ts';

const advice = 'Each address below is a page in Markdown. Links on a page are relative to its address.';

/** Lists every page with one line, for programs that read the documentation (llmstxt.org). */
export function makeLlmsText(introduction: string, kinds: readonly Kind[], addresses: Addresses): string {
  const line = ({ file, title, summary }: PageEntry, depth: number) =>
    `${'  '.repeat(depth)}- [${title}](${addresses.file(file, 'llms.txt')}): ${summary}`;
  const lines = (pages: readonly PageEntry[], depth = 0): string[] =>
    pages.flatMap((page) => [line(page, depth), ...lines(page.pages, depth + 1)]);
  const parts = kinds.map(({ title, pages }) => `## ${title}\n\n${lines(pages).join('\n')}`);
  return `# Gatehouse\n\n> ${introduction.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')}\n\n${advice}\n\n${parts.join('\n\n')}\n`;
}
