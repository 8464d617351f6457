import PostalMime, { type Address, type Email } from 'postal-mime';
import { ExtractionFailure } from '../../extraction-failure.ts';
import type { Output } from '../../output.ts';
import { textOfHtml } from './text-of-html.ts';

const maxAttachments = 1000;
const maxDepth = 32;
const maxHeaderBytes = 512 * 1024;
/** Maximum share of replaced characters. With more, the mail is not in the encoding that it names. */
const maxReplaced = 0.01;

/** Extracts the head of a mail, its text, and the names of its attachments. */
export async function extractMail(bytes: Buffer, output: Output): Promise<void> {
  const mail = await parse(bytes);
  if (mail.attachments.length > maxAttachments) throw new ExtractionFailure('too_many_parts');
  const text = mail.text?.trim() ? mail.text : await textOfHtml(mail.html ?? '');
  if (isInAnotherEncoding(text)) throw new ExtractionFailure('wrong_encoding');
  output.block(headOf(mail));
  output.block(
    text
      .replaceAll('\r\n', '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  );
  const names = mail.attachments.map(({ filename }) => filename?.trim()).filter((name) => name);
  if (names.length > 0) output.block(`Attachments:\n\n${names.map((name) => `- ${name}`).join('\n')}`);
}

async function parse(bytes: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: maxDepth, maxHeadersSize: maxHeaderBytes });
  } catch (cause) {
    throw new ExtractionFailure(cause instanceof Error && /nesting depth/.test(cause.message) ? 'too_deep' : 'damaged', { cause });
  }
}

function isInAnotherEncoding(text: string): boolean {
  const replaced = text.match(/\ufffd/g)?.length ?? 0;
  return replaced > text.length * maxReplaced;
}

function headOf({ subject, from, to, cc, date }: Email): string {
  const fields: [string, string | undefined][] = [
    ['From', from && shown([from])],
    ['To', shown(to)],
    ['Cc', shown(cc)],
    ['Date', date],
  ];
  const lines = fields.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`);
  return [subject ? `# ${subject.replace(/\s+/g, ' ')}\n` : '', ...lines].filter((line) => line !== '').join('\n');
}

function shown(addresses: readonly Address[] = []): string {
  return addresses
    .flatMap((one) => (one.group ? one.group : [one]))
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .join(', ');
}
