import { common, createLowlight } from 'lowlight';

/** Coloured part of a code: text, or parts of one kind. */
export type CodePart = string | { kind: string; parts: CodePart[] };

const lowlight = createLowlight(common);

/** The parts of a code in a language that is known here. Undefined for other languages. */
export function highlightCode(text: string, language: string): CodePart[] | undefined {
  if (!lowlight.registered(language)) return undefined;
  return partsOf(lowlight.highlight(language, text).children as Node[]);
}

type Node = { type: 'text'; value: string } | { type: 'element'; properties: { className?: string[] }; children: Node[] };

function partsOf(nodes: readonly Node[]): CodePart[] {
  return nodes.map((node) =>
    node.type === 'text'
      ? node.value
      : { kind: node.properties.className?.[0]?.replace(/^hljs-/, '') ?? '', parts: partsOf(node.children) },
  );
}
