import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A key that does something on the page that is open. */
export interface Binding {
  /** One key (`c`), two in a row (`g a`), or with the platform's command key (`mod+k`). */
  keys: string;
  /** Action in words, for the list of keys and the search. */
  does: string;
  run: () => void;
  /** Hidden from the list of keys and the search, because the action is shown elsewhere. */
  isQuiet?: boolean;
  /** True if it changes rows of the list. It then works in the list and the page, but not in a focused panel. */
  isForRows?: boolean;
  /** True if it works on every page, even while the next page loads. */
  isEverywhere?: boolean;
}

/** Active groups of bindings, oldest first. The last group with a key handles it. */
let groups: { title: string; bindings: readonly Binding[] }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof groups): void {
  groups = next;
  for (const listener of listeners) listener();
  runAwaited();
}

/** Command to run once the open page offers it. */
let awaited: { title: string; does: string } | undefined;

/** Runs a command as soon as the page that has just been opened offers it. Leaving the page cancels it. */
export function runWhenBound(title: string, does: string): void {
  awaited = { title, does };
  runAwaited();
}

function runAwaited(): void {
  if (!awaited || isLeaving) return;
  const { title, does } = awaited;
  const page = groups.findLast((group) => group.title === title);
  const found = page?.bindings.find((binding) => binding.does === does);
  if (!found) return;
  awaited = undefined;
  found.run();
}

/** Binds keys while the component is mounted. */
export function useBindings(title: string, bindings: readonly Binding[]): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const names = bindings.map(({ keys, does, isQuiet }) => `${keys}\t${does}\t${isQuiet ?? false}`).join('\n');
  // Only new names make a new group, because each key press reads the latest handlers.
  useEffect(() => {
    const mine = bindings.map((binding, index) => ({ ...binding, run: () => latest.current[index]?.run() }));
    const group = { title, bindings: mine };
    change([...groups, group]);
    return () => change(groups.filter((one) => one !== group));
  }, [title, names]);
}

/** True while the next page loads. The page that is still shown no longer takes commands. */
let isLeaving = false;

export function setLeaving(next: boolean): void {
  isLeaving = next;
  if (isLeaving) awaited = undefined;
  else runAwaited();
}

/** Active key bindings. */
export function useAllBindings(): typeof groups {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => groups,
  );
  return isLeaving ? all.map(({ title, bindings }) => ({ title, bindings: bindings.filter((one) => one.isEverywhere) })) : all;
}

const sequenceMs = 900;
/** `at` is when the key was pressed, not when the page handled it: a busy page does not break a sequence. */
let pending: { key: string; at: number } | undefined;

/**
 * Listens to the whole window. Ignores keys that are typed into fields or pressed while a dialog is open. While a form is open, letters are
 * not commands, so that typing changes nothing outside of the form.
 */
export function listenToKeys(): () => void {
  let isListOpen = false;
  // A list has closed itself by the time that the key reaches the window.
  const beforeLists = ({ target }: KeyboardEvent) => {
    isListOpen = target instanceof Element && target.matches('[aria-expanded=true]');
  };
  const onKey = (event: KeyboardEvent) => {
    const key = nameOf(event);
    if (key === undefined || !isForPage(event, key, isListOpen)) return;
    const sequence = pending && event.timeStamp - pending.at < sequenceMs ? `${pending.key} ${key}` : undefined;
    const isInPanel = event.target instanceof Element && event.target.closest('aside') !== null;
    const found = (sequence === undefined ? undefined : find(sequence, isInPanel)) ?? find(key, isInPanel);
    pending = found === undefined && key.length === 1 ? { key, at: event.timeStamp } : undefined;
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  window.addEventListener('keydown', beforeLists, true);
  window.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener('keydown', beforeLists, true);
    window.removeEventListener('keydown', onKey);
  };
}

function find(keys: string, isInPanel: boolean): Binding | undefined {
  return groups
    .toReversed()
    .flatMap(({ bindings }) => bindings)
    .find((binding) => binding.keys === keys && !(isInPanel && binding.isForRows) && (binding.isEverywhere || !isLeaving));
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (altKey) return undefined;
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key;
}

function isForPage(event: KeyboardEvent, key: string, isListOpen: boolean): boolean {
  if (event.defaultPrevented || event.isComposing || isActivation(event)) return false;
  if (key.startsWith('mod+')) return true;
  const isLeavingField = key === 'Escape' && isChoice(event.target) && !isListOpen;
  if ((isTyping(event.target) && !isLeavingField) || document.querySelector('[role=dialog]') !== null) return false;
  return key === 'Escape' || document.querySelector(`[${openForm}]`) === null;
}

/** Marks a form that was opened over or next to other content. */
export const openForm = 'data-open-form';

/** Enter and Space on something that they press are for it. */
function isActivation({ key, target }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && target instanceof Element && target.closest('a, button, summary, input, select') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role=listbox],[role=menu],[role=combobox]')) return true;
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || isTextInput(target);
}

/** True for a field that opens a list and takes no letters. */
function isChoice(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role=combobox][readonly]');
}

function isTextInput(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement && !['button', 'checkbox', 'radio', 'submit'].includes(target.type);
}

/** Keys as on the person's keyboard. */
export function shownKeys(keys: string): string[] {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  const names: Record<string, string> = {
    mod: isMac ? '⌘' : 'Ctrl',
    Escape: 'Esc',
    ArrowDown: '↓',
    ArrowUp: '↑',
    ' ': 'Space',
  };
  return keys.split(/[ +]/).flatMap((key) => {
    if (/^\p{Lu}$/u.test(key)) return [isMac ? '⇧' : 'Shift', key];
    return names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  });
}
