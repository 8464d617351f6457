/** Escapes text that would end its row. */
function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
    .trim();
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Turns text into a sentence, with a capital letter and a full stop. */
export function sentence(text: string): string {
  const begun = /^[a-z]+(?:[ ,.]|$)/.test(text) ? text[0]?.toUpperCase() + text.slice(1) : text;
  return begun === '' || /[.:!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Marks generated pages, for readers and for a test. */
export const generatedMark = '<!-- Generated from the code by `npx -y pnpm@12 docs:reference`. Changes here are lost. -->';

export function page(title: string, ...parts: (string | undefined)[]): string {
  return `${[`# ${title}`, generatedMark, ...parts.filter((part) => part !== undefined && part !== '')].join('\n\n')}\n`;
}
