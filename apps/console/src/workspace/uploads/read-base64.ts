import { Told } from '../../kernel/words/told.ts';

/** Bytes of a chosen file. Rejects with Told. */
export async function readBase64(file: File): Promise<string> {
  const reader = new FileReader();
  const read = Promise.withResolvers<string>();
  reader.onload = () => read.resolve(String(reader.result));
  reader.onerror = () => read.reject(new Told("Your browser couldn't read this file. It may have been moved or changed. Choose it again."));
  reader.readAsDataURL(file);
  const address = await read.promise;
  // In some browsers, the address of an empty file has no comma.
  return address.slice(address.indexOf(',') + 1 || address.length);
}
