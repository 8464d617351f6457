import { parseExactly } from '@gatehouse/domain';
import { useEffect, useRef } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { bytes } from '../../kernel/words/count-words.ts';
import { duration } from '../../kernel/words/time-words.ts';
import styles from './try.module.css';

type ServiceResult = OutputOf<'execute_service_tool'>;
type Item = NonNullable<ServiceResult['content']>[number];

/** Letters of a text that are shown: more would only fill the page. */
const maxShown = 50_000;
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Answer of a service, unchanged. */
export function Result({ of: { content = [], structuredContent }, ms }: { of: ServiceResult; ms: number }) {
  const hasText = content.some(({ text }) => text !== undefined);
  const place = useRef<HTMLElement>(null);
  // The form may be longer than the page.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section ref={place} className={styles.result} aria-label="Result">
      <p className={styles.dim} role="status">
        Completed in {duration(ms * 1000)}.
      </p>
      {content.map((item, index) => (
        <Part key={index} of={item} />
      ))}
      {structuredContent && !hasText && <Text of={JSON.stringify(structuredContent, undefined, 2)} />}
      {content.length === 0 && !structuredContent && <p className={styles.dim}>The service returned nothing.</p>}
    </section>
  );
}

function Part({ of: item }: { of: Item }) {
  if (item.type === 'text' && item.text !== undefined) return <Text of={item.text} />;
  const { data, mimeType } = item;
  if (item.type === 'image' && typeof data === 'string' && typeof mimeType === 'string' && images.has(mimeType) && /^[\w+/=]*$/.test(data))
    return <img className={styles.image} src={`data:${mimeType};base64,${data}`} alt="Result from the service" />;
  return <Text of={JSON.stringify(item, undefined, 2)} />;
}

function Text({ of: text }: { of: string }) {
  const shown = text.slice(0, maxShown);
  return (
    <>
      <CodeBlock text={pretty(shown)} what="the result" />
      {text.length > maxShown && (
        <p className={styles.dim}>
          Showing the first {bytes(maxShown)} of {bytes(text.length)}.
        </p>
      )}
    </>
  );
}

/** JSON in one line is nothing to read. */
function pretty(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(parseExactly(text), undefined, 2);
  } catch {
    // The text only looks like JSON, or was cut.
    return text;
  }
}
