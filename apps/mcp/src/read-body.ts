/** Reads a body up to a limit; undefined when there is more. */
export async function readBody(request: Request, maximumBytes: number): Promise<Buffer | undefined> {
  const declared = request.headers.get('content-length');
  if (declared === null) return await readCounting(request, maximumBytes);
  // The HTTP parser holds a body to its declared length, and reading it whole spares a web stream per request.
  return Number(declared) <= maximumBytes ? Buffer.from(await request.arrayBuffer()) : undefined;
}

async function readCounting(request: Request, maximumBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of request.body ?? []) {
    total += chunk.byteLength;
    if (total > maximumBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, total);
}
