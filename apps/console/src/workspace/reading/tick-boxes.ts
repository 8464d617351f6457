/** Turns the boxes of tasks into controls. */
export function makeTickable(content: ParentNode): void {
  for (const box of content.querySelectorAll<HTMLElement>('[data-task]')) {
    box.setAttribute('role', 'checkbox');
    box.setAttribute('aria-checked', String(box.dataset.box === 'done'));
    box.setAttribute('aria-label', labelOf(box));
    box.tabIndex = 0;
  }
}

/** Text of a task, without the tasks below it. */
function labelOf(box: HTMLElement): string {
  const words = box.closest('li')?.cloneNode(true) as HTMLElement | undefined;
  for (const below of words?.querySelectorAll('ul, ol') ?? []) below.remove();
  return words?.textContent?.trim() || 'Task';
}

/** Change of a task in a text: its number from the beginning, and its new state. */
export interface Tick {
  index: number;
  isDone: boolean;
}

/** The task whose box is pressed, by the pointer or with Space. */
export function tickOf(event: { target: EventTarget | null }): Tick | undefined {
  const box = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-task][role=checkbox]') : null;
  const block = box?.closest<HTMLElement>('[data-tasks-from]');
  if (!box || !block) return undefined;
  const within = [...block.querySelectorAll('[data-task]')].indexOf(box);
  return { index: Number(block.dataset.tasksFrom) + within, isDone: box.dataset.box !== 'done' };
}

/** Returns the index of the task whose box has focus, counted from the start of the text. Undefined if none has. */
export function focusedTask(text: Element): number | undefined {
  const index = boxesIn(text).indexOf(document.activeElement as HTMLElement);
  return index < 0 ? undefined : index;
}

/** Focuses the box of a task. Each change of a block replaces the elements of its boxes. */
export function focusTask(text: Element, index: number): void {
  boxesIn(text)[index]?.focus({ preventScroll: true });
}

const boxesIn = (text: Element) => [...text.querySelectorAll<HTMLElement>('[data-task]')];
