import { cleanTags } from '@gatehouse/domain';
import { readFrontmatter } from '@gatehouse/domain/skills';

const maxTags = 20;

/**
 * Reads tags from a note's front matter: a list, or one string separated by commas or spaces. A tag can begin with `#`. Skips tags that the
 * workspace does not allow.
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
