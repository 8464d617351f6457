import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.join(import.meta.dirname, '..', '..', '..');

export interface ForeignFunction {
  file: string;
  /** The function, method or type that names `Foreign`. */
  name: string;
  /** Makes a function that hands it a text. */
  using(code: Module): (text: string) => unknown;
  /** Longest text, for a function with a lower limit of its own. Letters. */
  longest?: number;
}

/** The exports of a file that no other package sees. */
type Module = Record<string, (...values: unknown[]) => never>;

export async function load({ file, using }: ForeignFunction): Promise<(text: string) => unknown> {
  const code: Module = await import(pathToFileURL(path.join(root, file)).href);
  return using(code);
}

const skill = (text: string) => `---\nname: a\ndescription: b\n${text}\n---\n${text}`;

/** Every function that takes text which a service, a document or the author of a skill wrote. */
export const foreignFunctions: readonly ForeignFunction[] = [
  {
    file: 'packages/core/src/services/calling/tool-summary.ts',
    name: 'summaryOf',
    using:
      ({ summaryOf }) =>
      (text) =>
        summaryOf?.({}, text),
  },
  {
    file: 'packages/core/src/workspace/text/best-snippet.ts',
    name: 'bestSnippet',
    using:
      ({ bestSnippet }) =>
      (text) =>
        bestSnippet?.(text, new Set(['a', 'word'])),
  },
  {
    file: 'packages/core/src/workspace/text/edit-hint.ts',
    name: 'describeNearMatch',
    using:
      ({ describeNearMatch }) =>
      (text) =>
        describeNearMatch?.(text, 'a sentence that is not there'),
  },
  {
    file: 'packages/core/src/workspace/text/search-text.ts',
    name: 'searchText',
    using:
      ({ searchText }) =>
      (text) =>
        searchText?.(text, text.slice(0, 200)),
  },
  {
    file: 'packages/core/src/workspace/text/snippet.ts',
    name: 'snippetAround',
    using:
      ({ snippetAround }) =>
      (text) =>
        snippetAround?.(text, 'word another', 'words'),
  },
  ...['findHiddenCharacters', 'spellHiddenCharacters'].map((name) => ({
    file: 'packages/domain/src/hidden-characters.ts',
    name,
    // A joiner at the end makes it look at the whole text for words that joiners spell.
    using: (code: Module) => (text: string) => code[name]?.(`${text}\u200c`),
  })),
  {
    file: 'packages/domain/src/hidden-characters.ts',
    name: 'replaceHiddenCharacters',
    using:
      ({ replaceHiddenCharacters }) =>
      (text) =>
        replaceHiddenCharacters?.(`${text}\u200c`, () => ' '),
  },
  {
    file: 'packages/domain/src/merge/merge-texts.ts',
    name: 'wordsOf',
    using:
      ({ wordsOf }) =>
      (text) =>
        wordsOf?.(text),
  },
  {
    file: 'packages/domain/src/skills/plain-frontmatter.ts',
    name: 'readPlainFields',
    using:
      ({ readPlainFields }) =>
      (text) =>
        readPlainFields?.(`name: ${text}\n`),
  },
  {
    file: 'packages/domain/src/skills/quote-fields.ts',
    name: 'quoteFields',
    using:
      ({ quoteFields }) =>
      (text) =>
        quoteFields?.(`name: ${text}\ndescription: ${text}\n`),
    longest: 4000,
  },
  {
    file: 'packages/domain/src/skills/rename-skill.ts',
    name: 'renameSkill',
    using:
      ({ renameSkill }) =>
      (text) =>
        renameSkill?.(skill(text), 'renamed'),
    longest: 4000,
  },
  {
    file: 'packages/domain/src/skills/rename-skill.ts',
    name: 'splitSkill',
    using:
      ({ splitSkill }) =>
      (text) =>
        splitSkill?.(`---\n${text}`),
  },
  {
    file: 'packages/domain/src/skills/skill-document.ts',
    name: 'SkillSource',
    using:
      ({ readSkill }) =>
      (text) =>
        readSkill?.({ content: skill(text) }),
    longest: 4000,
  },
  {
    file: 'packages/domain/src/skills/skill-document.ts',
    name: 'readFrontmatter',
    using:
      ({ readFrontmatter }) =>
      (text) =>
        readFrontmatter?.(skill(text)),
    longest: 4000,
  },
  {
    file: 'packages/domain/src/skills/skill-document.ts',
    name: 'weighFrontmatter',
    using:
      ({ weighFrontmatter }) =>
      (text) =>
        weighFrontmatter?.(skill(text)),
    longest: 4000,
  },
  {
    file: 'packages/domain/src/skills/skill-warnings.ts',
    name: 'SkillToWarnOf',
    using:
      ({ warnOfSkill }) =>
      (text) =>
        warnOfSkill?.({ name: 'a', content: skill(text), paths: [] }),
  },
  {
    file: 'packages/domain/src/skills/skill-warnings.ts',
    name: 'SkillText',
    using:
      ({ hiddenInFiles }) =>
      (text) =>
        hiddenInFiles?.([{ path: 'a.md', text: `${text}\u{e007f}` }]),
  },
  {
    file: 'packages/domain/src/skills/skill-warnings.ts',
    name: 'estimateTokens',
    using:
      ({ estimateTokens }) =>
      (text) =>
        estimateTokens?.(text),
  },
  {
    file: 'packages/domain/src/words/count-words.ts',
    name: 'CountedItem',
    using:
      ({ countWords }) =>
      (text) =>
        countWords?.({ name: text, tags: [text], texts: [text] }),
  },
  {
    file: 'packages/domain/src/words/densest-place.ts',
    name: 'densestPlace',
    using:
      ({ densestPlace }) =>
      (text) =>
        densestPlace?.(text, new Set(['a', 'script', 'b']), 300),
  },
  {
    file: 'packages/domain/src/words/read-words.ts',
    name: 'readWords',
    using:
      ({ readWords }) =>
      (text) =>
        readWords?.(text, () => {}),
  },
  {
    file: 'packages/entrance/src/json/json-fault.ts',
    name: 'describeJsonFault',
    using:
      ({ describeJsonFault }) =>
      (text) =>
        describeJsonFault?.(`{"a": "${text}`),
  },
  {
    file: 'packages/services/src/credentials/authorization/server-quirks.ts',
    name: 'readBody',
    using:
      ({ readBody }) =>
      (text) =>
        readBody?.(text),
  },
  {
    file: 'packages/services/src/connectors/mcp/plain-text.ts',
    name: 'plainText',
    using:
      ({ plainText }) =>
      (text) =>
        plainText?.(text),
  },
  {
    file: 'packages/services/src/kernel/redact.ts',
    name: 'text',
    using: (code) => redactorOf(code).text,
  },
  {
    file: 'packages/services/src/kernel/redact.ts',
    name: 'quote',
    using: (code) => (text) => redactorOf(code).quote(`//${text}`),
  },
  {
    file: 'packages/services/src/kernel/service-title.ts',
    name: 'serviceTitle',
    using:
      ({ serviceTitle }) =>
      (text) =>
        serviceTitle?.(text, { quote: (quoted: string) => quoted }),
  },
  ...['foldText', 'foldQuery', 'foldCase', 'toNfc'].map((name) => ({
    file: 'packages/storage/src/kernel/folding/fold.ts',
    name,
    using: (code: Module) => (text: string) => code[name]?.(text),
  })),
];

function redactorOf({ createRedactor }: Module): Record<'text' | 'quote', (given: string) => string> {
  if (!createRedactor) throw new Error('redact.ts has no createRedactor');
  return createRedactor(['secret-of-a-connection']);
}
