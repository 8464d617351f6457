import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export type Hit = OutputOf<'search'>['results'][number];

/** While somebody types, the gateway is asked once they pause. */
const pauseMs = 120;
const shortest = 2;
const longest = 200;
const none: readonly Hit[] = [];

/** With fewer hits than this, what answers best stands behind them. */
const few = 3;

interface Hits {
  /** Items that have all words of a text, in their names or in their texts. */
  hits: readonly Hit[];
  /** Items that have all words in texts where `hits` does not look, such as those of files; and those that have most, if few have all. */
  best: readonly Hit[];
  isSearching: boolean;
}

/** Documents, files and skills that the gateway finds. */
export function useHits(text: string): Hits {
  const { orgId } = useMembership();
  const wanted = text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest);
  const [query] = useDebouncedValue(wanted, pauseMs);
  const isWanted = query.length >= shortest;
  const literal = useQuery({
    ...toolQuery(orgId, 'search', { query, match: 'words' }),
    enabled: isWanted,
    // What was found for the letters before stands until the next answer.
    placeholderData: keepPreviousData,
  });
  const hits = (isWanted && literal.data?.results) || none;
  const isCounted = isWanted && literal.data !== undefined && !literal.isPlaceholderData;
  const byWords = useQuery({ ...toolQuery(orgId, 'search', { query, match: 'best' }), enabled: isCounted });
  const known = new Set(hits.map(({ id }) => id));
  const isFetching = literal.isFetching || byWords.isFetching;
  return {
    hits,
    best: (isCounted && byWords.data?.results.filter((hit) => !known.has(hit.id) && (hits.length < few || hasAllWords(hit)))) || none,
    isSearching: wanted.length >= shortest && (isFetching || wanted !== query),
  };
}

/** Says "3 of 3". */
function hasAllWords({ words = '' }: Hit): boolean {
  const [found, all] = words.split(' of ');
  return found === all;
}
