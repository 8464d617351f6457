import { parseExactly } from '@gatehouse/domain';

/** Reads the JSON of an answer, in which numbers of services stay as they were written. Undefined if it was cut off. // D3 */
export async function readAnswer(answer: Response): Promise<unknown> {
  const text = await answer.text().catch(() => '');
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}
