export function isTestCode(file: string): boolean;
