import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

type Hit = OutputOf<'search'>['results'][number];

/** While somebody types, the gateway is asked once they pause. */
const pauseMs = 120;
const shortest = 2;
const longest = 200;
const none: readonly Hit[] = [];

/** Documents, files and skills that have all words of a text, in their names or in their texts. */
export function useHits(text: string): { hits: readonly Hit[]; isSearching: boolean } {
  const { orgId } = useMembership();
  const wanted = text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest);
  const [query] = useDebouncedValue(wanted, pauseMs);
  const isWanted = query.length >= shortest;
  const { data, isFetching } = useQuery({
    ...toolQuery(orgId, 'search', { query, match: 'words' }),
    enabled: isWanted,
    // What was found for the letters before stands until the next answer.
    placeholderData: keepPreviousData,
  });
  return { hits: (isWanted && data?.results) || none, isSearching: wanted.length >= shortest && (isFetching || wanted !== query) };
}
