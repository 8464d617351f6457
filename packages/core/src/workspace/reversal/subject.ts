import type { TakeBack, VersionMaker } from '@gatehouse/storage';

/** Whether a change is one of those that are to be taken back. */
export function isOfSubject(
  { subject, since, until }: Pick<TakeBack['progress'], 'subject' | 'since' | 'until'>,
  { at, keyId, agentId, personId, requestId }: VersionMaker & { at: number; requestId?: string | null },
): boolean {
  if (at < since || at > until) return false;
  switch (subject.kind) {
    case 'key':
      return keyId === subject.id;
    case 'agent':
      return agentId === subject.id;
    case 'person':
      return personId === subject.id;
    case 'time':
      return true;
    case 'call':
      return requestId === subject.id;
    case 'take_back':
      return false;
    default:
      return subject.kind satisfies never;
  }
}
