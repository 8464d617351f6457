/** Requests for a tool over HTTP with a key each, whose arguments are made of their number. */
export function toolRequestMaker(tool: string, keys: { next(): string }, argumentsOf: (index: number) => object): () => Buffer {
  let index = 0;
  return () => {
    index += 1;
    const body = JSON.stringify(argumentsOf(index));
    const head = `POST /v1/tools/${tool} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${keys.next()}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return Buffer.from(head + body);
  };
}
