export const thisPlatform: string;
export function writeRuntimePackage(folder: string, room: string): Promise<void>;
