import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export type Hit = OutputOf<'search'>['results'][number];

/** Pause in typing before the gateway is asked. */
const pauseMs = 120;
const shortest = 2;
const longest = 200;
const none: readonly Hit[] = [];

/** Minimum hits. If there are fewer, the best partial matches follow them. */
const few = 3;
/** Maximum hits of one answer. With this many, there can be more. */
const maxHits = 25;

interface Hits {
  /** Items with all words of the text, in their names or texts. */
  hits: readonly Hit[];
  /**
   * Items with all words in texts that `hits` does not search, such as those of files. If there are few hits, also items with most words.
   */
  best: readonly Hit[];
  /** True if there can be more hits than these. */
  isMore: boolean;
  isSearching: boolean;
}

/** Searches documents, files and skills on the gateway, everywhere or in a folder and below it. */
export function useHits(text: string, folderId?: string): Hits {
  const { orgId } = useMembership();
  const wanted = text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest);
  const [query] = useDebouncedValue(wanted, pauseMs);
  const place = folderId === undefined ? {} : { folderId, deep: true };
  const isWanted = query.length >= shortest;
  const literal = useQuery({
    ...toolQuery(orgId, 'search', { query, match: 'words', ...place }),
    enabled: isWanted,
    // Show the previous results until the next answer.
    placeholderData: keepPreviousData,
  });
  const hits = (isWanted && literal.data?.results) || none;
  const isCounted = isWanted && literal.data !== undefined && !literal.isPlaceholderData;
  const byWords = useQuery({ ...toolQuery(orgId, 'search', { query, match: 'best', ...place }), enabled: isCounted });
  const known = new Set(hits.map(({ id }) => id));
  const isFetching = literal.isFetching || byWords.isFetching;
  const answer = (isCounted && byWords.data?.results) || none;
  const best = answer.length === 0 ? none : answer.filter((hit) => !known.has(hit.id) && (hits.length < few || hasAllWords(hit)));
  return {
    hits,
    best,
    isMore: hits.length >= maxHits || (answer.length >= maxHits && best.at(-1) === answer.at(-1)),
    isSearching: wanted.length >= shortest && (isFetching || wanted !== query),
  };
}

/** True if all words were found, for example "3 of 3". */
function hasAllWords({ words = '' }: Hit): boolean {
  const [found, all] = words.split(' of ');
  return found === all;
}
