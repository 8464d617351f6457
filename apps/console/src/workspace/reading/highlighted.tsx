import { type ReactNode, useEffect, useState } from 'react';
import type { CodePart } from './highlight-code.ts';

/** A longer code is shown in one colour: it is read as a file. */
const maxLength = 50_000;

/** Code in the colours of its language, as soon as they are loaded. */
export function Highlighted({ text, language }: { text: string; language: string }): ReactNode {
  const [parts, setParts] = useState<CodePart[]>();
  useEffect(() => {
    if (language === '' || text.length > maxLength) return;
    let isLeft = false;
    const colour = async () => {
      const { highlightCode } = await import('./highlight-code.ts');
      if (!isLeft) setParts(highlightCode(text, language.toLowerCase()));
    };
    // Without its colours it can still be read.
    void colour().catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [text, language]);
  return parts ? parts.map(show) : text;
}

function show(part: CodePart, index: number): ReactNode {
  if (typeof part === 'string') return part;
  return (
    <span key={index} data-code={part.kind}>
      {part.parts.map(show)}
    </span>
  );
}
