import type { LeftOut } from '@gatehouse/core';
import { isRecord } from '../../kernel/json.ts';
import type { DocumentReply, DocumentRequest } from './document-messages.ts';
import { countOperations, readOperations } from './operations.ts';
import { type ApiDocument, NotOpenApi, readDocument } from './read-document.ts';
import { serverAddress, serversOf } from './servers.ts';

/** Characters of definitions in one message. */
const pieceLength = 65_536;
/** Characters of a title that are passed on, before it is cut to the name of a connection. */
const maxTitle = 500;
/** Maximum reported entries. Further ones are only counted. */
const maxLeftOut = 1000;

/** Reads a document on a thread, and reports its findings. */
export function readWholeDocument({ bytes, documentUrl, baseUrl, files }: DocumentRequest, tell: (reply: DocumentReply) => void): void {
  try {
    tell({ state: 'progress', done: 0, total: 1, label: 'reading the document' });
    const read = readDocument(new TextDecoder().decode(bytes), { address: documentUrl && new URL(documentUrl).href, files });
    const address = serverAddress(serversOf(read.document), documentUrl);
    tell({ state: 'head', address, title: titleOf(read) });
    const total = countOperations(read);
    const leftOut: LeftOut[] = [];
    let piece: string[] = [];
    let length = 0;
    let done = 0;
    const tellPiece = () => {
      if (piece.length === 0) return;
      // Parameters that are left out are reported after the operations, so `done` can exceed `total`.
      tell({ state: 'progress', done: Math.min(done, total), total, label: 'reading operations' });
      tell({ state: 'tools', json: `[${piece.join(',')}]` });
      piece = [];
      length = 0;
    };
    const own = address === undefined && documentUrl !== undefined ? new URL('/', documentUrl).href : address;
    const replaced = baseUrl != null && own != null ? { own, baseUrl } : undefined;
    for (const found of readOperations(read, documentUrl ?? baseUrl ?? address ?? undefined, replaced)) {
      done += 1;
      if ('reason' in found) leftOut.push(found);
      else length += piece[piece.push(JSON.stringify(found)) - 1]?.length ?? 0;
      if (length >= pieceLength) tellPiece();
    }
    tellPiece();
    tell({ state: 'end', leftOut: shortened(leftOut) });
  } catch (error) {
    if (!(error instanceof NotOpenApi)) throw error;
    tell({ state: 'refused', why: error.message });
  }
}

/** The beginning of a document's title. */
function titleOf({ document: { info } }: ApiDocument): string | undefined {
  return isRecord(info) && typeof info.title === 'string' ? info.title.slice(0, maxTitle) : undefined;
}

function shortened(leftOut: LeftOut[]): LeftOut[] {
  if (leftOut.length <= maxLeftOut) return leftOut;
  const more = leftOut.length - maxLeftOut + 1;
  return [...leftOut.slice(0, maxLeftOut - 1), { operation: `${more} more`, reason: 'for the same kinds of reasons', code: 'more' }];
}
