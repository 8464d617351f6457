import type { Status, Task } from '../task.ts';

export interface Cards {
  status: Status;
  cards: readonly Pick<Task, 'taskId'>[];
}

/** Column and card. */
export type Place = [column: number, card: number];

/** Place of a card. Undefined if it is not on the board. */
export function place(columns: readonly Cards[], taskId: string | undefined): Place | undefined {
  for (const [column, { cards }] of columns.entries()) {
    const card = cards.findIndex((one) => one.taskId === taskId);
    if (card >= 0) return [column, card];
  }
  return undefined;
}

/** Card at a distance of columns and cards. Skips empty columns and stops at the ends. The first card if there was no current one. */
export function inStep(
  columns: readonly Cards[],
  from: Place | undefined,
  columnsAway: number,
  cardsAway: number,
): Pick<Task, 'taskId'> | undefined {
  if (!from) return columns.find(({ cards }) => cards.length > 0)?.cards[0];
  const [column, card] = from;
  const here = columns[column]?.cards ?? [];
  if (columnsAway === 0) return here[Math.max(0, Math.min(here.length - 1, card + cardsAway))];
  for (let next = column + columnsAway; next >= 0 && next < columns.length; next += columnsAway) {
    const { cards } = columns[next] as Cards;
    if (cards.length > 0) return cards[Math.min(card, cards.length - 1)];
  }
  return here[card];
}
