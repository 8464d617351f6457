import { beginCall, CallError, type InputOf, notAnswered, type OutputOf, pathOf, readError, type ToolName } from './call.ts';
import { readAnswer } from './read-answer.ts';

/** Progress of a call as the gateway reports it. */
export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

export interface Watch {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

const linesType = 'application/x-ndjson';

/** Makes a call that can take long, and reports its progress. Rejects with a CallError, or with the signal's reason. */
export async function watchedCall<Name extends ToolName>(
  orgId: string,
  name: Name,
  input: InputOf<Name>,
  { signal, onProgress }: Watch,
): Promise<OutputOf<Name>> {
  const headers = { 'Content-Type': 'application/json', Accept: linesType };
  const request = { method: 'POST', body: JSON.stringify(input), headers, signal };
  const end = beginCall(orgId, name, input, signal);
  const answer = await fetch(pathOf(orgId, name), request).catch(() => undefined);
  const isTold = answer?.headers.get('Content-Type') === linesType;
  const said = answer && (isTold ? await lastLine(answer, onProgress) : { status: answer.status, body: await readAnswer(answer) });
  end(answer, faultOf(answer, said));
  return said?.body as OutputOf<Name>;
}

function faultOf(answer: Response | undefined, said: Said | undefined): CallError | undefined {
  if (!answer) return notAnswered();
  if (said?.status === 200 && said.body !== undefined) return undefined;
  if (!said || said.status === 200) return new CallError('offline', 'the answer was cut off');
  return readError(said.status, said.body, answer.headers.get('Retry-After'));
}

interface Said {
  status: number;
  body: unknown;
}

/** Answer after the progress lines. Undefined if the stream was cut off. */
async function lastLine({ body }: Response, onProgress: Watch['onProgress']): Promise<Said | undefined> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let rest = '';
  for (;;) {
    const read = await reader?.read().catch(() => undefined);
    if (!read || read.done) return undefined;
    const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = JSON.parse(line) as Progress | Said;
      if ('status' in said) return said;
      onProgress(said);
    }
  }
}
