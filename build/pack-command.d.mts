export function writeCommandPackage(folder: string, platforms: readonly string[]): Promise<void>;
