const anchorName = '--hint';

/** Elements of one kind that are looked at: the first screens of a long list. */
const most = 12;

/** The first element of that kind that can be seen. */
export function findAnchor(selector: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(selector)].slice(0, most).find(isOnScreen) ?? null;
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && top >= 0 && bottom <= window.innerHeight;
}

/** Ties the hint to the element, which may be the anchor of a menu as well, and marks it. Returns how to undo. */
export function holdAnchor(element: HTMLElement): () => void {
  const own = element.style.getPropertyValue('anchor-name');
  element.style.setProperty('anchor-name', own ? `${own}, ${anchorName}` : anchorName);
  element.dataset['hinted'] = '';
  return () => {
    element.style.setProperty('anchor-name', own);
    delete element.dataset['hinted'];
  };
}
