import type { Loose } from '../kit/world.ts';

/** Both texts of a document, with its history. */
export interface ReviewedState {
  current: string;
  reviewed: string;
  versionCount: number;
  /** Rows of its history, with decisions, newest first. */
  changes: Loose[];
}

/** Sent change of one paragraph. Each paragraph has one writer, who sends the next change after the answer. */
export interface SentEdit {
  oldText: string;
  newText: string;
  answer(): void;
  /** Records a refusal, with the current numbers of the paragraphs. */
  refuse(numbers: ReadonlyMap<number, number>): void;
}

/** Sent decision about the change of a paragraph. */
interface SentDecision {
  paragraph: number;
  number: number;
  isAccepted: boolean;
  isAnswered: boolean;
  isRefused: boolean;
  requestId: string;
}

/** Record of all calls and answers about one document, and the text that it must therefore have. */
export interface Ledger {
  /** Number of times that people have begun to write and decide. */
  turns: number;
  /** True when the server is gone. */
  isOver: boolean;
  edit(paragraph: number): SentEdit;
  decide(change: { before: string; after: string }, isAccepted: boolean): { answer(requestId: string): void; refuse(): void };
  readonly decisions: readonly SentDecision[];
  answered(): number;
  /** Returns what is lost, half done, or was never sent. */
  check(state: ReviewedState): string[];
}

/** The number of each paragraph in a text, such as `p3: 12`. */
export function numbersIn(text: string): Map<number, number> {
  return new Map([...text.matchAll(/^p(\d+): (\d+)$/gm)].map(([, paragraph, number]) => [Number(paragraph), Number(number)]));
}

/** The last answered number of a paragraph, and the one that is under way. */
interface Written {
  answered: number;
  sent: number;
}

export function createLedger(): Ledger {
  const written = new Map<number, Written>();
  const decisions: SentDecision[] = [];
  const last = (paragraph: number) => written.get(paragraph) ?? { answered: 0, sent: 0 };
  let [numbers, answeredEdits] = [0, 0];

  return {
    turns: 0,
    isOver: false,
    decisions,
    edit(paragraph) {
      const { answered } = last(paragraph);
      const sent = ++numbers;
      written.set(paragraph, { answered, sent });
      return {
        oldText: `p${paragraph}: ${answered}\n`,
        newText: `p${paragraph}: ${sent}\n`,
        answer() {
          written.set(paragraph, { answered: sent, sent });
          answeredEdits++;
        },
        refuse(now) {
          const number = now.get(paragraph) ?? 0;
          written.set(paragraph, { answered: number, sent: number });
        },
      };
    },
    decide({ after }, isAccepted) {
      const [[paragraph, number] = [-1, -1], ...others] = numbersIn(after);
      if (others.length > 0) throw new Error(`one change has several paragraphs: ${after}`);
      const decision = { paragraph, number, isAccepted, isAnswered: false, isRefused: false, requestId: '' };
      decisions.push(decision);
      return {
        answer: (requestId) => void Object.assign(decision, { isAnswered: true, requestId }),
        refuse: () => void Object.assign(decision, { isRefused: true }),
      };
    },
    answered: () => answeredEdits + decisions.filter(({ isAnswered }) => isAnswered).length,
    check: (state) => [
      ...[...written].flatMap(([paragraph, one]) =>
        paragraph % 3 === 0 ? checkAgents(paragraph, one, decisions, state) : checkPersons(paragraph, one, state),
      ),
      ...checkRows(decisions, state),
    ],
  };
}

/**
 * Compares a person's paragraph with both texts. Each must have the number that was answered last, or the one sent when the server ended.
 */
function checkPersons(paragraph: number, { answered, sent }: Written, { current, reviewed }: ReviewedState): string[] {
  const [now, then] = [numbersIn(current).get(paragraph), numbersIn(reviewed).get(paragraph)];
  const isKept = now === answered || now === sent;
  return [
    ...(isKept ? [] : [`p${paragraph} of a person is ${now}, and not ${answered} or ${sent}`]),
    ...(now === then ? [] : [`p${paragraph} of a person is ${now}, and ${then} in the reviewed text`]),
  ];
}

/** An agent's words are in the current text unless they were declined, and in the reviewed text only if they were accepted. */
function checkAgents(
  paragraph: number,
  { answered, sent }: Written,
  decisions: readonly SentDecision[],
  { current, reviewed }: ReviewedState,
): string[] {
  const [now = -1, then = -1] = [numbersIn(current).get(paragraph), numbersIn(reviewed).get(paragraph)];
  const open = decisions.filter((one) => one.paragraph === paragraph && !one.isRefused);
  const accepted = open.filter(({ isAccepted }) => isAccepted);
  const declined = open.filter(({ isAccepted }) => !isAccepted);
  const isDeclined = (number: number) => declined.some((one) => one.number === number);
  const wrong: string[] = [];
  if (now !== answered && now !== sent && !((isDeclined(answered) || isDeclined(sent)) && now === then))
    wrong.push(`p${paragraph} of the agent is ${now}, and not ${answered} or ${sent}`);
  if (declined.some((one) => one.isAnswered && one.number === now && now !== then))
    wrong.push(`p${paragraph}: ${now} was declined and is there`);
  if (then !== 0 && !accepted.some(({ number }) => number === then)) wrong.push(`p${paragraph}: ${then} was not accepted and is reviewed`);
  const newest = Math.max(0, ...accepted.filter(({ isAnswered }) => isAnswered).map(({ number }) => number));
  if (then < newest) wrong.push(`p${paragraph}: ${newest} was accepted, and ${then} is reviewed`);
  return wrong;
}

/** Checks that each answered decision has one row, refused ones have none, and versions have no gap. */
function checkRows(decisions: readonly SentDecision[], { changes, versionCount }: ReviewedState): string[] {
  const rows = changes.filter(({ what }) => what === 'reviewed');
  const rowsOf = (requestId: string) => rows.filter((row: Loose) => row.requestId === requestId);
  const lost = decisions.filter(({ isAnswered, requestId }) => isAnswered && rowsOf(requestId).length !== 1);
  const sent = decisions.filter(({ isRefused }) => !isRefused).length;
  const versions = changes.flatMap(({ version }) => version ?? []);
  return [
    ...lost.map(({ requestId }) => `${requestId} decided and has ${rowsOf(requestId).length} rows`),
    ...(rows.length > sent ? [`${rows.length} decisions of ${sent} are in the history`] : []),
    ...(versions.every((version, at) => version === versionCount - at) ? [] : [`the versions have a gap: ${versions}`]),
  ];
}
