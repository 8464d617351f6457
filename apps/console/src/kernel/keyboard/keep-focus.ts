/** Had the focus, and what it stood in, the nearest first: what is taken out of the page no longer says so itself. */
interface Held {
  element: HTMLElement;
  within: readonly HTMLElement[];
}

/** Where somebody goes on whose place is gone, the likeliest first. */
const pageHomes = ['main [role=grid]', 'main [role=region][tabindex]', '#content'];
const homes = ['[role=dialog]', 'main aside', ...pageHomes];

/** The focus is never lost to the page: from what is removed it goes to what that stood in, and it comes back to what was disabled for a moment. */
export function keepFocus(): void {
  let held: Held | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    held = target instanceof HTMLElement ? { element: target, within: ancestorsOf(target) } : undefined;
  };
  const onBlur = () =>
    // What is removed is gone by then. What is still there was left: somebody pressed beside it.
    queueMicrotask(() => {
      if (held && isLost() && isThere(held.element)) held = undefined;
    });
  const observer = new MutationObserver(() => {
    if (!held || !isLost()) return;
    if (held.element.isConnected) {
      if (isThere(held.element)) held.element.focus({ preventScroll: true });
    } else giveOn(held);
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}

/** Moves the focus from a field to the content of the page, so that the next letters are commands. */
export function leaveField(field: HTMLElement): void {
  field.blur();
  giveTo(onPage(pageHomes));
}

function giveOn({ within }: Held): void {
  giveTo([...within.filter((one) => one.isConnected && one !== document.body), ...onPage(homes)]);
}

const onPage = (selectors: readonly string[]) => selectors.flatMap((one) => document.querySelector<HTMLElement>(one) ?? []);

/** An element that cannot take the focus leaves it where it was, so the next one is tried. */
function giveTo(places: readonly HTMLElement[]): void {
  for (const place of places) {
    place.focus({ preventScroll: true });
    if (!isLost()) return;
  }
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const isThere = (element: HTMLElement) => element.isConnected && !element.matches(':disabled');

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) found.push(one);
  return found;
}
