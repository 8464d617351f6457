/** `@ada@example.com`, as the gateway reads it. A period after it ends the sentence. */
const mentionOfPerson = /(?<![\p{L}\p{N}@])@([^\s"@,;:!?()]{1,100}@[^\s"@,;:!?()]{1,255}(?<!\.))/gu;

/** Markdown would read a mark in a name. */
const mark = /[\\`*_~[\]<>#|]/g;

/** Replaces addresses in mentions by names, because markdown makes an address a link that writes a mail. */
export function nameMentions(text: string, nameOf: (email: string) => string | undefined): string {
  return text.replaceAll(mentionOfPerson, (mention, email: string) => {
    const name = nameOf(email.toLowerCase());
    return name === undefined ? mention : `@${name.replaceAll(mark, String.raw`\$&`)}`;
  });
}
