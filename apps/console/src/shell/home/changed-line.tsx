import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Agent } from '../../kernel/signs/who.tsx';
import { countSoFar } from '../../kernel/words/count-words.ts';
import type { Changed } from './join-news.ts';
import { NewsLine } from './news-line.tsx';
import { ReviewLink } from './review-link.tsx';
import { TakeBackButton } from './take-back-button.tsx';

interface ChangedLineProps {
  changed: Changed;
  /** True if the run may have earlier changes that are not loaded yet. */
  isCut: boolean;
}

/** Line for the changes of an agent to one item, with a link to the item and to taking the changes back. */
export function ChangedLine({ changed, isCut }: ChangedLineProps) {
  const { orgId } = useMembership();
  const { agent, person, run, item, lastVersion, at } = changed;
  return (
    <NewsLine
      who={<Agent name={agent.name} person={person?.name} />}
      at={at}
      way={
        <>
          <TakeBackButton agent={agent} run={run} isCut={isCut} />
          <ReviewLink agent={agent} changed={[changed]} />
          {item.isInTrash || (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`History of ${item.name}`}
              renderRoot={(props) => (
                <Link {...props} to="/$orgId/documents/item/$itemId" params={{ orgId, itemId: item.id }} search={{ history: true }} />
              )}
            >
              History
            </Button>
          )}
        </>
      }
    >
      {didTo(changed, isCut)}{' '}
      {item.isInTrash ? (
        <Link to="/$orgId/documents/trash" params={{ orgId }} title={item.name}>
          {item.name}
        </Link>
      ) : (
        <Link
          to="/$orgId/documents/item/$itemId"
          params={{ orgId, itemId: item.id }}
          search={lastVersion === null ? {} : { version: lastVersion }}
          title={item.name}
        >
          {item.name}
        </Link>
      )}
    </NewsLine>
  );
}

/** "made", "changed 3 times, moved". */
function didTo({ isNew, versions, others }: Changed, isCut: boolean): string {
  const changes = versions - (isNew ? 1 : 0);
  return [
    ...(isNew ? ['created'] : []),
    ...(changes > 0 ? [changes === 1 ? 'changed' : `changed ${countSoFar(changes, isCut, 'time')}`] : []),
    ...others,
  ].join(', ');
}
