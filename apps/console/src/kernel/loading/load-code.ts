/** Thrown for code that no longer exists, because an upgraded gateway has it under another address. */
export class CodeFault extends Error {}

export interface LoadWays {
  /** State of the gateway, if known. */
  isOnline(): boolean;
  /** Checks the gateway repeatedly until it answers. */
  whenAnswered(): Promise<void>;
  /** Imports a file of the application. */
  loadFrom(address: string): Promise<unknown>;
  /** Reloads style sheets that failed to load, because an import requests each only once. */
  loadStyles(): Promise<void>;
}

/** Browsers name the file in the message of the error. */
const addressIn = /https?:\/\/[^\s'"?]+\.js/;
/** Maximum retries: for the file of a page, its shared parts and its styles, and one more because the gateway can go offline again. */
const maxTimes = 4;

/**
 * Loads an export of a file of the application, and waits while the gateway is unavailable. A browser remembers an address that failed to
 * load, so each retry uses a new address. Rejects with a CodeFault if the gateway is available but the file is not.
 */
export async function loadCode<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  { isOnline, whenAnswered, loadFrom, loadStyles }: LoadWays,
): Promise<Module[Name]> {
  let fault: unknown;
  let address: string | undefined;
  for (let times = 0; times <= maxTimes; times++) {
    try {
      // Waits while the gateway is offline: browsers remember a failed address as missing.
      if (times > 0 || !isOnline()) await whenAnswered();
      if (times > 0) await loadStyles();
      const module = address === undefined ? await load() : ((await loadFrom(`${address}?again=${times}`)) as Module);
      if (name in module) return module[name];
    } catch (error) {
      fault = error;
      address ??= addressIn.exec(String(error))?.[0];
    }
  }
  throw new CodeFault('a part of the application is missing', { cause: fault });
}
