export const thisPlatform: string;
export function writeRuntimePackage(folder: string): void;
