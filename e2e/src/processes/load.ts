import { type Entrance, httpEntrance, mcpLegacyEntrance, mcpModernEntrance } from '../entrances/index.ts';

/** A call whose answer arrived. Its effects must stay true forever. */
export interface AnsweredCall {
  requestId: string;
  tool: string;
  /** The document or task that it made or changed. */
  itemId?: string;
  version?: number;
  taskNumber?: number;
  /** Word that the document contains from this version on. */
  mark?: string;
}

export interface Load {
  answered: AnsweredCall[];
  /** Resolves when every caller has found the server gone. Rejects when an answer was wrong. */
  over: Promise<unknown>;
}

/** Options for a server that fails some calls for a while, but does not end. */
export interface Patience {
  /** Called for each internal error. Without it, an internal error is a fault. */
  failed(requestId: string | undefined): void;
  until: AbortSignal;
}

/** Callers through every entrance of one server, each reading and writing without pause until the server is gone. */
export function startLoad(url: string, key: string, callers = 12, patience?: Patience): Load {
  const answered: AnsweredCall[] = [];
  const documents: string[] = [];
  const entrances = [httpEntrance, mcpModernEntrance, mcpLegacyEntrance].map((kind) => kind.open({ url }));
  const over = Promise.all(
    Array.from({ length: callers }, (_, index) =>
      callUntilGone(entrances[index % entrances.length] as Entrance, key, { documents, answered, patience }),
    ),
  );
  return { answered, over };
}

interface Shared {
  documents: string[];
  answered: AnsweredCall[];
  patience: Patience | undefined;
}

async function callUntilGone(entrance: Entrance, key: string, { documents, answered, patience }: Shared): Promise<void> {
  while (!patience?.until.aborted) {
    const [tool, input, mark] = nextCall(documents);
    let reply: Awaited<ReturnType<Entrance['call']>>;
    try {
      reply = await entrance.call(tool, input, { key });
    } catch (error) {
      if (isGone(error)) return;
      throw error;
    }
    if (patience && reply.code === 'internal_error') {
      patience.failed(reply.requestId);
      continue;
    }
    if (reply.code !== 'ok' || reply.requestId === undefined) throw new Error(`${tool} was answered ${reply.raw}`);
    const { docId, taskId, versionCount, taskNumber } = reply.value;
    if (docId !== undefined) documents.push(docId);
    const itemId = docId ?? taskId ?? (mark === undefined ? undefined : (input as { docId: string }).docId);
    answered.push({
      requestId: reply.requestId,
      tool,
      ...(itemId !== undefined && { itemId }),
      ...(mark !== undefined && { mark, version: versionCount }),
      ...(taskNumber !== undefined && { taskNumber }),
    });
  }
}

let marks = 0;

function nextCall(documents: readonly string[]): [tool: string, input: object, mark?: string] {
  const docId = documents[Math.floor(Math.random() * documents.length)];
  const mark = `mark-${process.pid}-${++marks};`;
  if (docId === undefined || documents.length < 4) return ['create_doc', { title: 'Under load', bodyMarkdown: mark }, mark];
  const choice = Math.random();
  if (choice < 0.4) return ['append_doc', { docId, text: mark }, mark];
  if (choice < 0.5) return ['create_doc', { title: 'Under load', bodyMarkdown: mark }, mark];
  if (choice < 0.6) return ['create_task', { title: mark }];
  if (choice < 0.8) return ['read_doc', { docId }];
  return ['search', { query: 'under load' }];
}

/** True if the connection broke off, or if no server listened. */
function isGone(error: unknown): boolean {
  return error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated');
}
