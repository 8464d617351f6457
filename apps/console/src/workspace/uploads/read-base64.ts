import { Told } from '../../kernel/words/told.ts';
import { sendFile as strings } from '../strings.ts';

/** The bytes of a file that somebody chose. Rejects with Told. */
export async function readBase64(file: File): Promise<string> {
  const reader = new FileReader();
  const read = Promise.withResolvers<string>();
  reader.onload = () => read.resolve(String(reader.result));
  reader.onerror = () => read.reject(new Told(strings.yourBrowserCouldntReadThis));
  reader.readAsDataURL(file);
  const address = await read.promise;
  // What is empty has no comma in some browsers.
  return address.slice(address.indexOf(',') + 1 || address.length);
}
