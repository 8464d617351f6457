import { Button } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { Changed } from './join-news.ts';

interface ReviewLinkProps {
  agent: { id: string; name: string };
  /** Items that the agent changed. */
  changed: readonly Changed[];
}

/** Link to what waits for a review of an agent's changes. Hidden if nothing waits. // D86.6 */
export function ReviewLink({ agent, changed }: ReviewLinkProps) {
  const { orgId } = useMembership();
  const waiting = changed.map(({ item }) => item).filter(({ waits }) => waits);
  const [first, another] = waiting;
  if (!first) return null;
  const name = another ? `what ${agent.name} changed` : first.name;
  const place = another ? listOf(orgId, agent.id, waiting) : placeOf(orgId, first);
  return (
    <Button variant="subtle" size="compact-xs" aria-label={`Review ${name}`} renderRoot={(props) => <Link {...props} {...place} />}>
      Review
    </Button>
  );
}

type Waiting = Changed['item'];

/** Deletions are decided in the list of reviews. */
function placeOf(orgId: string, { id, isInTrash }: Waiting) {
  return isInTrash
    ? linkOptions({ to: '/$orgId/documents/reviews', params: { orgId } })
    : linkOptions({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: id } });
}

/** Skills have a list of their own. */
function listOf(orgId: string, agentId: string, waiting: readonly Waiting[]) {
  return waiting.every(({ type }) => type === 'skill')
    ? linkOptions({ to: '/$orgId/skills', params: { orgId }, search: { waiting: true } })
    : linkOptions({ to: '/$orgId/documents/reviews', params: { orgId }, search: { agent: agentId } });
}
