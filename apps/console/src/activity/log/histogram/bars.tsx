import { dayMs, hourMs, minuteMs } from '@gatehouse/domain';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { codeInText } from '../../../kernel/words/code-words.ts';
import { count, number } from '../../../kernel/words/count-words.ts';
import { exactTime } from '../../../kernel/words/time-words.ts';
import styles from './histogram.module.css';
import { axisTop, type Stack, timeTicks } from './stacks.ts';

export interface BarsProps {
  stacks: readonly Stack[];
  bucketMs: number;
  label: string;
  onRange: (since: number, until: number) => void;
  /** Shown below the bars, on both sides of the text for the bar under the pointer. */
  legend: ReactNode;
  control: ReactNode;
}

const height = 100;
/** Maximum ticks with room on a phone. */
const maxTicks = 7;
/** Minimum height in pixels, so that few calls stay visible next to many. */
const least = 2;

/** Stacked bars. Dragging over bars, or Shift with the arrow keys and Enter, chooses their time range. */
export function Bars({ stacks, bucketMs, label, onRange, legend, control }: BarsProps) {
  const [at, setAt] = useState<number>();
  const [from, setFrom] = useState<number>();
  const highest = Math.max(0, ...stacks.map(({ total }) => total));
  const most = axisTop(highest);
  const last = stacks.length - 1;
  const place = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * stacks.length)));
  };
  const leave = () => {
    setAt(undefined);
    setFrom(undefined);
  };
  const choose = (one: number, other: number) => {
    const [first, end] = [stacks[Math.min(one, other)], stacks[Math.max(one, other)]];
    leave();
    if (first && end) onRange(first.start, end.start + bucketMs);
  };
  const move = (by: number, isDrawing: boolean) => {
    const next = Math.max(0, Math.min(last, (at ?? (by > 0 ? -1 : stacks.length)) + by));
    setFrom(isDrawing ? (from ?? at ?? next) : undefined);
    setAt(next);
  };
  const pointed = at === undefined ? undefined : stacks[at];
  const start = stacks[0]?.start ?? 0;
  const end = (stacks.at(-1)?.start ?? 0) + bucketMs;
  return (
    <>
      <div className={styles.plot}>
        <div className={styles.amounts} aria-hidden="true">
          <span>{number(most)}</span>
          <span>{number(most / 2)}</span>
          <span>0</span>
        </div>
        <div
          className={styles.bars}
          role="slider"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at ?? last}
          aria-valuetext={pointed ? sayStack(pointed) : label}
          tabIndex={0}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setFrom(place(event));
            setAt(place(event));
          }}
          onPointerMove={(event) => setAt(place(event))}
          onPointerUp={(event) => from !== undefined && choose(from, place(event))}
          onPointerCancel={leave}
          onPointerLeave={() => from === undefined && leave()}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') move(1, event.shiftKey);
            else if (event.key === 'ArrowLeft') move(-1, event.shiftKey);
            else if (event.key === 'Enter' && at !== undefined) choose(from ?? at, at);
            else return;
            event.preventDefault();
          }}
        >
          {pointed && at !== undefined && <Values stack={pointed} at={(at + 0.5) / stacks.length} />}
          <svg viewBox={`0 0 ${stacks.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {from !== undefined && at !== undefined && (
              <rect className={styles.range} x={Math.min(from, at)} width={Math.abs(at - from) + 1} y={0} height={height} />
            )}
            {stacks.map((stack, index) => (
              <Bar key={stack.start} stack={stack} x={index} most={most} isPointed={index === at} />
            ))}
          </svg>
        </div>
        <div className={styles.times} aria-hidden="true">
          {timeTicks(start, start + (end - start) * roomForTimes, maxTicks, -new Date(end).getTimezoneOffset() * minuteMs).map((time) => (
            <span key={time} style={{ left: `${((time - start) / (end - start)) * 100}%` }}>
              {tickTime(time, end - start)}
            </span>
          ))}
        </div>
      </div>
      <div className={styles.legend}>
        {legend}
        <span className={styles.said}>{highest > 0 && `${sayLength(bucketMs)} per bar`}</span>
        {control}
      </div>
    </>
  );
}

function Bar({ stack: { parts }, x, most, isPointed }: { stack: Stack; x: number; most: number; isPointed: boolean }) {
  let top = height;
  return (
    <>
      {isPointed && <rect className={styles.range} x={x} width={1} y={0} height={height} />}
      {parts.map(({ name, calls }) => {
        const part = Math.max(least, (calls / most) * (height - 2 * least));
        top -= part;
        return <rect key={name} className={styles.part} data-part={name} x={x + 0.1} width={0.8} y={top} height={part} />;
      })}
    </>
  );
}

/** Values of the selected bar, shown beside it on the side that has room. */
function Values({ stack: { start, total, parts }, at }: { stack: Stack; at: number }) {
  const side = at < 0.5 ? { left: `calc(${at * 100}% + 12px)` } : { right: `calc(${(1 - at) * 100}% + 12px)` };
  return (
    <div className={styles.values} style={side} aria-hidden="true">
      <strong>{exactTime(start)}</strong>
      {total === 0 && <span>no calls</span>}
      {parts.map(({ name, calls }) => (
        <span key={name}>
          <span className={styles.sample} data-part={name} /> {number(calls)} {codeInText(name)}
        </span>
      ))}
    </div>
  );
}

/** A time is drawn to the right of its place. Near the end it would be cut off on a phone. */
const roomForTimes = 0.89;

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** Hours for up to two days, then days. */
function tickTime(time: number, shownMs: number): string {
  return shownMs <= 2 * dayMs ? hour.format(time) : day.format(time);
}

function sayStack({ start, total, parts }: Stack): string {
  const said = parts.map(({ name, calls }) => `${number(calls)} ${codeInText(name)}`).join(', ');
  return `${exactTime(start)}: ${total === 0 ? 'no calls' : said}`;
}

function sayLength(ms: number): string {
  if (ms < hourMs) return count(ms / minuteMs, 'minute');
  return ms < dayMs ? count(ms / hourMs, 'hour') : count(ms / dayMs, 'day');
}
