import { noteWords as strings } from './strings.ts';
import type { Connection } from './use-connections.ts';

type ConnectionStatus = Connection['status'];

const byStatus: Partial<Record<ConnectionStatus, string>> = strings.byStatus;

/** Why a service does not do well: by its status, with the HTTP status that it answered with. */
export function noteWords(status: ConnectionStatus, note: string): string {
  const answered = /\bHTTP (\d{3})\b/.exec(note)?.[1];
  return [byStatus[status], answered && strings.answered(answered)].filter(Boolean).join(' ');
}
