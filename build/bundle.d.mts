export function bundle(options: { folder: string; entries: Record<string, string> }): Promise<(name: string) => string>;
