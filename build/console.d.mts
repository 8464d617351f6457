export function buildConsole(options?: { signal?: AbortSignal | undefined }): Promise<string>;
