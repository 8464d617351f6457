import type { MarkedPiece } from '@gatehouse/domain/merge';
import type { Beside } from './mark-block.ts';
import styles from './marks.module.css';
import { shortDifference } from './short-difference.ts';

/** Maximum characters of a value to show. */
const maxShown = 500;
/** Length in characters above which a block scrolls. */
const longFrom = 2000;

interface BesideBlockProps {
  of: readonly Beside[];
  stateOf: (ids: readonly string[]) => string;
}

/** Changes that the rendered text of a block does not show: targets of links, languages of code, comments, markup. */
export function BesideBlock({ of, stateOf }: BesideBlockProps) {
  const isLong = of.reduce((sum, one) => sum + lengthOf(one), 0) > longFrom;
  return (
    <div className={styles.beside} role="note" data-beside="" data-long={isLong || undefined} tabIndex={isLong ? 0 : undefined}>
      {of.map((one) => (
        <div key={`${one.kind} ${one.ids.join(' ')}`} data-change={one.ids.join(' ')} data-state={stateOf(one.ids)}>
          {one.kind === 'source' ? <Source before={one.before} after={one.after} /> : <Values of={one.values} />}
        </div>
      ))}
    </div>
  );
}

/** Approximate length. Each value has a line of its own. */
const lengthOf = (one: Beside) => (one.kind === 'source' ? one.before.length + one.after.length : one.values.length * 100);

function Source({ before, after }: { before: string; after: string }) {
  return (
    <>
      <span className={styles.label}>In the source</span>
      <code dir="auto">
        {shortDifference(before, after).map((piece, index) => (
          <Piece key={`${index} ${piece.change}`} of={piece} />
        ))}
      </code>
    </>
  );
}

function Values({ of: values }: { of: Extract<Beside, { kind: 'values' }>['values'] }) {
  return values.map(({ name, value, change }, index) => (
    <div key={`${index} ${change}`}>
      <span className={styles.label}>{name}</span>
      <code dir="auto">
        <Piece of={{ text: value.length > maxShown ? `${value.slice(0, maxShown)}…` : value, change }} />
      </code>
    </div>
  ));
}

function Piece({ of: { text, change } }: { of: MarkedPiece }) {
  if (change === 'removed') return <del data-mark="removed">{text}</del>;
  if (change === 'added') return <ins data-mark="added">{text}</ins>;
  return <span>{text}</span>;
}
