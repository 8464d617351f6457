import type { TakeBack, VersionMaker } from '@gatehouse/storage';

/** Author, time, call and trace of a change. */
export interface ChangeSource extends VersionMaker {
  at: number;
  requestId?: string | null;
  traceId?: string | null;
}

/** True if a change belongs to the run that is taken back (D66.7). */
export function isOfSubject(
  { subject, since, until }: Pick<TakeBack['progress'], 'subject' | 'since' | 'until'>,
  change: ChangeSource,
): boolean {
  if (change.at < since || change.at > until) return false;
  switch (subject.kind) {
    case 'key':
      return change.keyId === subject.id;
    case 'agent':
      return change.agentId === subject.id;
    case 'person':
      return change.personId === subject.id;
    case 'time':
      return true;
    case 'call':
      return change.requestId === subject.id;
    case 'trace':
      return change.traceId === subject.id && subject.of !== undefined && change[subject.of.maker] === subject.of.id;
    case 'take_back':
      return false;
    default:
      return subject.kind satisfies never;
  }
}
