/** A call as `POST /v1/calls` takes it; its arguments as JSON. */
export interface BatchedCall {
  tool: string;
  json: string;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
}

interface Waiting extends BatchedCall {
  resolve: (response: Response) => void;
  reject: (reason: unknown) => void;
}

interface Answer {
  status: number;
  requestId: string;
  retryAfter?: number;
  body: unknown;
}

/** Sends one request with these calls as its JSON. */
type SendCalls = (body: string, signal: AbortSignal) => Promise<Response>;

/** As many as the gateway accepts, within a size that keeps a request short. */
const maxCalls = 100;
const maxLetters = 4 * 1024 * 1024;

/** Waits that every call of a request has, wherever it stands. */
const refusedForNow = [429, 503];

/** Joins the calls that are made in one turn of the event loop into requests. Each call is answered as if it had been sent alone. */
export function createBatch(send: SendCalls): (call: BatchedCall) => Promise<Response> {
  let queue: Waiting[] = [];

  function flush(): void {
    const waiting = queue.filter(({ signal }) => !signal?.aborted);
    queue = [];
    for (const calls of inRequests(waiting)) void sendTogether(calls);
  }

  async function sendTogether(calls: readonly Waiting[]): Promise<void> {
    try {
      const body = `{"calls":[${calls.map(toJson).join(',')}]}`;
      const response = await send(body, endOfAll(calls));
      if (response.status !== 200) return answerAll(calls, response.status, await response.text(), response.headers);
      const { answers, next } = (await response.json()) as { answers: Answer[]; next: number | null };
      for (const [index, answer] of answers.entries()) calls[index]?.resolve(toResponse(answer));
      if (next === null) return;
      const [rest, last] = [calls.slice(next), answers.at(-1)];
      if (last && refusedForNow.includes(last.status)) for (const { resolve } of rest) resolve(toResponse(last));
      else await sendTogether(rest);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      if (queue.length === 0) setTimeout(flush);
      queue.push({ ...call, resolve, reject });
      call.signal?.addEventListener('abort', () => reject(call.signal?.reason), { once: true });
    });
}

/** In the order in which they were made. */
function* inRequests(waiting: readonly Waiting[]): Generator<Waiting[]> {
  let [calls, letters] = [[] as Waiting[], 0];
  for (const call of waiting) {
    if (calls.length === maxCalls || (calls.length > 0 && letters + call.json.length > maxLetters)) {
      yield calls;
      [calls, letters] = [[], 0];
    }
    calls.push(call);
    letters += call.json.length;
  }
  if (calls.length > 0) yield calls;
}

function toJson({ tool, json, idempotencyKey }: Waiting): string {
  const key = idempotencyKey === undefined ? '' : `,"idempotencyKey":${JSON.stringify(idempotencyKey)}`;
  return `{"tool":${JSON.stringify(tool)},"arguments":${json}${key}}`;
}

/** A request is aborted when nobody waits for any of its calls. */
function endOfAll(calls: readonly Waiting[]): AbortSignal {
  const ending = new AbortController();
  let left = calls.length;
  for (const { signal } of calls) signal?.addEventListener('abort', () => --left === 0 && ending.abort(signal.reason), { once: true });
  return ending.signal;
}

function answerAll(calls: readonly Waiting[], status: number, text: string, headers: Headers): void {
  for (const { resolve } of calls) resolve(new Response(text, { status, headers }));
}

function toResponse({ status, requestId, retryAfter, body }: Answer): Response {
  const headers = { 'x-request-id': requestId, ...(retryAfter !== undefined && { 'retry-after': `${retryAfter}` }) };
  return new Response(JSON.stringify(body), { status, headers });
}
