import type { ServerResponse } from 'node:http';

export function answerJson(outgoing: ServerResponse, status: number, body: object): void {
  const json = JSON.stringify(body);
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
  outgoing.end(json);
}
