/** Last focused element with its ancestors, the nearest first: a removed element no longer knows them. */
interface Held {
  element: HTMLElement;
  within: readonly HTMLElement[];
}

/** Attribute of a button while its request runs. */
const loading = 'data-loading';
/** Elements that take the focus when its element is gone, the best first. */
const pageHomes = ['main [role=grid]', 'main [role=region][tabindex]', '#content'];
const homes = ['[role=dialog]', 'main aside', ...pageHomes];

/**
 * Keeps the focus on the page: it moves from a removed element to its ancestors, and returns to an element that was disabled for a moment.
 * A button that stays disabled after its request counts as removed.
 */
export function keepFocus(): void {
  let held: Held | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    held = target instanceof HTMLElement ? { element: target, within: ancestorsOf(target) } : undefined;
  };
  const onBlur = () =>
    // A removed element is detached by then. One that is still attached was left on purpose.
    queueMicrotask(() => {
      if (held && isLost() && isThere(held.element)) held = undefined;
    });
  const observer = new MutationObserver((changes) => {
    if (!held || !isLost()) return;
    const { element } = held;
    const hasEnded = changes.some(({ target, attributeName }) => target === element && attributeName === loading);
    if (isThere(element)) element.focus({ preventScroll: true });
    else if (!element.isConnected || isHidden(element) || (hasEnded && !element.hasAttribute(loading))) giveOn(held);
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', loading] });
}

/** Moves the focus from a field to the content of the page, so that the next letters are commands. */
export function leaveField(field: HTMLElement): void {
  field.blur();
  giveTo(onPage(pageHomes));
}

function giveOn({ within }: Held): void {
  giveTo([...within.filter((one) => one.isConnected && one !== document.body), ...onPage(homes)]);
}

const onPage = (selectors: readonly string[]) => selectors.flatMap((one) => [...document.querySelectorAll<HTMLElement>(one)]);

/** Tries the elements in order: one that cannot take the focus leaves it where it was. */
function giveTo(places: readonly HTMLElement[]): void {
  for (const place of places) {
    place.focus({ preventScroll: true });
    if (!isLost()) return;
  }
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;
/** A page is hidden while a part of it loads. */
const isHidden = (element: HTMLElement) => !element.checkVisibility();
const isThere = (element: HTMLElement) => element.isConnected && !element.matches(':disabled') && !isHidden(element);

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) found.push(one);
  return found;
}
