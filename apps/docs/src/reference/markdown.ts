/** A cell must not end its row. */
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

/** A sentence begins with a capital letter and ends with a full stop. */
export function sentence(text: string): string {
  const begun = /^[a-z]+(?:[ ,.]|$)/.test(text) ? text[0]?.toUpperCase() + text.slice(1) : text;
  return begun === '' || /[.:!?]$/.test(begun) ? begun : `${begun}.`;
}

/** How a reader, and a test, tells a page that nobody writes by hand. */
export const generatedMark = '<!-- Generated from the code by `npx -y pnpm@12 docs:reference`. Changes here are lost. -->';

export function page(title: string, ...parts: (string | undefined)[]): string {
  return `${[`# ${title}`, generatedMark, ...parts.filter((part) => part !== undefined && part !== '')].join('\n\n')}\n`;
}
