import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReadWorkspaceFile } from '@gatehouse/core';
import { createAddressGuard } from '../../net/address-guard.ts';
import { createGuardedFetch } from '../../net/guarded-fetch.ts';
import { buildRequest } from './build-request.ts';
import { bindingOf, readOperations } from './operations.ts';
import { readDocument } from './read-document.ts';

/** A request as it arrived. */
export interface Recorded {
  /** Path and query, exactly as sent. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A service for tests that records its requests. */
export interface RecordingService {
  /** Calls the first operation of a document, and returns the recorded request. */
  call(document: object, given: Record<string, unknown>, readFile?: ReadWorkspaceFile): Promise<Recorded>;
  close(): Promise<void>;
}

export async function openRecordingService(): Promise<RecordingService> {
  let recorded: Recorded | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      recorded = { target: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { fetch, close } = createGuardedFetch({ guard: createAddressGuard('all'), deadlineMs: 10_000, maxBytes: 1000 });
  return {
    async call(document, given, readFile = async () => Promise.reject(new Error('this test has no workspace'))) {
      const [tool] = readOperations(readDocument(JSON.stringify(document)));
      if (!tool || 'reason' in tool) throw new Error(tool ? tool.reason : 'the document has no operation');
      recorded = undefined;
      const { url, ...init } = await buildRequest({ baseUrl, binding: bindingOf(tool), given, readFile });
      await fetch(url, init);
      if (!recorded) throw new Error('nothing arrived');
      return recorded;
    },
    async close() {
      await close();
      await new Promise((closed) => server.close(closed));
    },
  };
}
