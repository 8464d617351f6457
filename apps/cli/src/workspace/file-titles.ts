import { cleanName } from '@gatehouse/domain';

/** Source of an imported tree: a Notion export, or any other directory. */
export type TreeKind = 'plain' | 'notion';

export const isMarkdown = (name: string): boolean => /\.(?:md|markdown)$/i.test(name);

/** Identifier that Notion appends to the names of a page's file and of the directory with its subpages. */
const notionId = /(?<=.) [0-9a-f]{32}(?=$|\.[^.]{1,10}$|_all\.csv$)/;

/** True if a name contains a Notion page identifier. */
export const isOfNotion = (name: string): boolean => notionId.test(name);

/** Title of a file or directory: one line of at most `maximum` code points. */
export function titleOf(basename: string, kind: TreeKind, maximum: number): string {
  const plain = kind === 'notion' ? basename.replace(notionId, '') : basename;
  const title = plain.replace(/(?<=.)\.(?:md|markdown)$/i, '');
  const extension = title === plain ? (/(?<=.)\.[^.]{1,10}$/u.exec(title)?.[0] ?? '') : '';
  const short = shorten(title, extension, maximum);
  const clean = cleanName(short, { argument: 'it', maximum });
  return clean.ok ? clean.name : 'Untitled';
}

/** Shortens a name to `maximum` code points, keeping `end`. */
export function shorten(name: string, end: string, maximum: number): string {
  const stem = [...name.slice(0, name.length - end.length)];
  return stem.length + [...end].length <= maximum ? name : stem.slice(0, maximum - [...end].length).join('') + end;
}
