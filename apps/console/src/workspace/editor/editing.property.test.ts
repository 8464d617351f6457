import type { EditorState, TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../kernel/calls/call.ts';
import { conflictsOf, settleConflict } from '../merging/conflicts.ts';
import { takeIn } from '../merging/take-in.ts';
import { hasText, stateOf, textOf } from '../merging/text-state.ts';
import { createEditing, type Editing } from './editing.ts';

const pieces = ['a', 'b ', 'word', '\n', '\r\n', '\r', '---\n', '| a | b |\n', '😀', '\u2028', 'e\u0301', '\t', '\ufeff', '`', ' \n'];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30, size: 'max' }).map((all) => all.join(''));

describe('an editor', () => {
  it('returns untouched text byte for byte', () => {
    const edit = fc.record({ at: fc.nat(), length: fc.nat(4), insert: fc.constantFrom('', 'x', '😀', 'two words', 'é') });
    fc.assert(
      fc.property(text, fc.array(edit, { maxLength: 6 }), (opened, edits) => {
        let state = stateOf(opened);
        expect([textOf(state), hasText(state, opened)]).toEqual([opened, true]);
        let expected = opened;
        for (const { at, length, insert } of edits) {
          const from = at % (state.doc.length + 1);
          const to = Math.min(state.doc.length, from + length);
          const [start, end] = [state.sliceDoc(0, from).length, state.sliceDoc(0, to).length];
          expected = expected.slice(0, start) + insert + expected.slice(end);
          state = state.update({ changes: { from, to, insert } }).state;
          expect(hasText(state, opened)).toBe(expected === opened);
        }
        expect([textOf(state), hasText(state, expected)]).toEqual([expected, true]);
      }),
      { numRuns: 1000 },
    );
  });

  it('ends a new line like the other lines of the text', () => {
    for (const [opened, ending] of [
      ['a\r\nb', '\r\n'],
      ['a\nb', '\n'],
      ['a\r\nb\nc', '\n'],
    ] as const) {
      const state = stateOf(opened);
      expect(textOf(state.update(state.replaceSelection(state.lineBreak)).state)).toBe(ending + opened);
    }
  });
});

/** First of the letters that are written. Each is written once, so that the test can find it again. */
const firstLetter = 0xe000;

interface Step {
  who: 'person' | 'agent';
  what: 'write' | 'write' | 'line' | 'append' | 'remove' | 'hear' | 'save' | 'choose';
  at: number;
  length: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('person', 'agent'),
  what: fc.constantFrom('write', 'write', 'line', 'append', 'remove', 'hear', 'hear', 'save', 'choose'),
  at: fc.nat(),
  length: fc.integer({ min: 1, max: 12 }),
});

/** A person at an editor and agents at the gateway, which has every version. */
class Together {
  readonly versions: string[];
  readonly #editing: Editing;
  #state: EditorState;
  #letters = 0;

  constructor(opened: string) {
    this.versions = [opened];
    this.#state = stateOf(opened);
    this.#editing = createEditing({
      surface: {
        text: () => textOf(this.#state),
        hasText: (text) => hasText(this.#state, text),
        takeIn: (base, theirs) => this.#update(takeIn(this.#state, base, theirs)),
        hasConflicts: () => conflictsOf(this.#state).length > 0,
        isFree: () => true,
      },
      base: { version: 1, text: opened },
      save: async (body, version) => this.#save(body, version),
      readNewest: async () => this.newest(),
      keep() {},
      tell() {},
    });
  }

  get letters(): string[] {
    return Array.from({ length: this.#letters }, (_, index) => String.fromCodePoint(firstLetter + index));
  }

  newest() {
    return { version: this.versions.length, text: this.versions.at(-1) as string };
  }

  async take({ who, what, at, length }: Step): Promise<void> {
    if (what === 'hear') return this.#editing.receive(this.newest());
    if (what === 'save') return void (await this.#editing.save());
    if (what === 'choose') return this.#choose(at);
    if (who === 'agent') return void this.versions.push(this.#changed(this.newest().text, what, at, length));
    this.#type(what, at, length);
  }

  /** Continues until every conflict is resolved, every version received and the text saved. */
  async finish(): Promise<string> {
    for (let outcome = ''; outcome !== 'saved' && outcome !== 'unchanged'; ) {
      this.#editing.receive(this.newest());
      while (conflictsOf(this.#state).length > 0) this.#choose(0);
      outcome = await this.#editing.save();
    }
    return textOf(this.#state);
  }

  #update(spec: TransactionSpec): void {
    this.#state = this.#state.update(spec).state;
  }

  #save(body: string, version: number): number {
    if (version !== this.versions.length) throw new CallError('invalid_request', 'another version', { reason: 'stale_version' });
    return this.versions.push(body);
  }

  #choose(at: number): void {
    const conflict = conflictsOf(this.#state).at(at % Math.max(1, conflictsOf(this.#state).length));
    if (conflict) this.#update(settleConflict(this.#state, conflict.id, 'both'));
  }

  #type(what: Step['what'], at: number, length: number): void {
    const { doc } = this.#state;
    const from = what === 'append' ? doc.length : at % (doc.length + 1);
    if (what === 'remove') {
      const to = Math.min(doc.length, from + length);
      if (!isWritten(this.#state.sliceDoc(from, to))) this.#update({ changes: { from, to } });
    } else this.#update({ changes: { from, insert: this.#written(what, this.#state.lineBreak) } });
    this.#editing.changed();
  }

  #changed(body: string, what: Step['what'], at: number, length: number): string {
    const from = what === 'append' ? body.length : at % (body.length + 1);
    if (what !== 'remove') return body.slice(0, from) + this.#written(what, '\n') + body.slice(from);
    return isWritten(body.slice(from, from + length)) ? body : body.slice(0, from) + body.slice(from + length);
  }

  #written(what: Step['what'], ending: string): string {
    const letter = String.fromCodePoint(firstLetter + this.#letters++);
    return what === 'write' ? letter : `${ending}${letter} line${ending}`;
  }
}

const isWritten = (removed: string) => /[\ue000-\uf8ff]/.test(removed);

async function expectNothingLost(count: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(text, fc.array(step, { maxLength: 40, size: 'max' }), async (opened, steps) => {
      const together = new Together(opened);
      for (const one of steps) await together.take(one);
      const end = await together.finish();
      expect(end).toBe(together.newest().text);
      expect(together.letters.filter((letter) => !end.includes(letter))).toEqual([]);
    }),
    { numRuns: count },
  );
}

describe('a person and agents that change one text concurrently', () => {
  it('have the same text in the end, with the words of each', () => expectNothingLost(300));

  it('have the same text in the end, in 10,000 ways', { tags: ['nightly'], timeout: 600_000 }, () => expectNothingLost(10_000));
});
