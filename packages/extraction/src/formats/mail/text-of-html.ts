import PostalMime from 'postal-mime';

/**
 * Converts HTML to text. The library converts it only next to a text part, so it gets a mail of two parts. In base64, nothing in the HTML
 * can end its part.
 */
export async function textOfHtml(html: string): Promise<string> {
  const parts = [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(withoutStyles(html)).toString('base64'),
    '--b--',
    '',
  ];
  const { text = '' } = await PostalMime.parse(parts.join('\r\n'));
  return text;
}

function withoutStyles(html: string): string {
  const [first = '', ...others] = html.split(/<style\b/i);
  return (
    first +
    others
      .map((other) =>
        other
          .split(/<\/style\b[^>]*>/i)
          .slice(1)
          .join(''),
      )
      .join('')
  );
}
