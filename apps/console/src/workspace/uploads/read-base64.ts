import { Told } from '../../kernel/words/told.ts';

/** The bytes of a file that somebody chose. Rejects with Told. */
export async function readBase64(file: File): Promise<string> {
  const reader = new FileReader();
  const read = Promise.withResolvers<string>();
  reader.onload = () => read.resolve(String(reader.result));
  reader.onerror = () => read.reject(new Told("Your browser couldn't read this file. It may have been moved or changed. Choose it again."));
  reader.readAsDataURL(file);
  const address = await read.promise;
  // What is empty has no comma in some browsers.
  return address.slice(address.indexOf(',') + 1 || address.length);
}
