import { cleanTags } from '@gatehouse/domain';
import { readFrontmatter } from '@gatehouse/domain/skills';

const maxTags = 20;

/**
 * Tags in the front matter of a note: a list, or one text with commas or spaces between them, each with or without `#`. Tags that the workspace
 * cannot keep are left out.
 */
export function frontMatterTags(text: string): string[] {
  const { tags: given } = readFrontmatter(text) ?? {};
  const texts = typeof given === 'string' ? given.split(/[,\s]+/) : Array.isArray(given) ? given.map(String) : [];
  const kept = texts.flatMap((tag) => {
    const clean = cleanTags([tag.trim().replace(/^#/, '')]);
    return clean.ok ? clean.tags : [];
  });
  const clean = cleanTags([...new Set(kept)].slice(0, maxTags));
  return clean.ok ? clean.tags : [];
}
