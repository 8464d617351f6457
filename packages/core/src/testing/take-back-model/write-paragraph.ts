import type { Loose } from '../test-world.ts';
import type { Hand } from './hand.ts';
import { paragraphs, paragraphsOf, type Subject, textOf } from './model.ts';

/** Saves the text of a document or skill with one paragraph changed. */
export async function writeParagraph({ pick, call, note, choice }: Hand, written: string | undefined): Promise<void> {
  const item = pick('doc', 'skill');
  const text = item && (await readMain({ call }, item));
  if (!item || text === undefined) return;
  const number = choice % paragraphs;
  const present = paragraphsOf(text);
  if (present.get(number) === written) return;
  const changed = textOf(Array.from({ length: paragraphs }, (_, at) => [at, at === number ? written : present.get(at)] as const));
  const saved =
    item.kind === 'doc'
      ? await call('update_doc', { docId: item.id, bodyMarkdown: changed, changeSummary: 'one paragraph' })
      : await call('write_skill', { fileId: item.id, content: headOf(text) + changed });
  if (saved.ok) note(item, `p${number}`, written);
}

/** The frontmatter of a skill as it is, which names it. */
const headOf = (text: string) => text.slice(0, text.lastIndexOf('---\n') + 4).concat('\n');

/** Reads the text of a document, or SKILL.md. Undefined if the actor cannot see it. */
export async function readMain({ call }: Pick<Hand, 'call'>, { id, kind }: Subject): Promise<string | undefined> {
  const read = await (kind === 'doc' ? call('read_doc', { docId: id }) : call('read_skill_files', { fileId: id, paths: ['SKILL.md'] }));
  if (!read.ok) return undefined;
  const value: Loose = read.value;
  return kind === 'doc' ? value.bodyMarkdown : value.files[0].content;
}
