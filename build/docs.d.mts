export function buildDocs(options?: { signal?: AbortSignal | undefined }): Promise<string>;
