/** Code of the application that is not there: the gateway was upgraded and has it under another address. */
export class CodeFault extends Error {}

export interface LoadWays {
  /** Asks the gateway whether it is there, and again until it is. */
  whenAnswered(): Promise<void>;
  /** Imports a file of the application. */
  loadFrom(address: string): Promise<unknown>;
}

/** Browsers name the file in the message of the error. */
const addressIn = /https?:\/\/[^\s'"]+\.js/;
/** The gateway may go away again in between. */
const mostTimes = 3;

/**
 * Loads an export of a file of the application, however long the gateway is away. A browser remembers of an address that it could not be
 * loaded, so the file is asked for under another one. Rejects with a CodeFault where the gateway is there and the file is not.
 */
export async function loadCode<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  { whenAnswered, loadFrom }: LoadWays,
): Promise<Module[Name]> {
  let fault: unknown;
  for (let times = 0; times <= mostTimes; times++) {
    if (fault !== undefined) await whenAnswered();
    try {
      const module = times === 0 ? await load() : ((await loadFrom(addressOf(fault, times))) as Module);
      if (name in module) return module[name];
    } catch (error) {
      if (error instanceof CodeFault) throw error;
      fault ??= error;
    }
  }
  throw new CodeFault('a part of the application is not there', { cause: fault });
}

function addressOf(fault: unknown, times: number): string {
  const [address] = addressIn.exec(fault instanceof Error ? fault.message : '') ?? [];
  // A style sheet is asked for once in the life of a page, and some browsers name no file.
  if (address === undefined) throw new CodeFault('the browser does not say what it could not load', { cause: fault });
  return `${address}?again=${times}`;
}
