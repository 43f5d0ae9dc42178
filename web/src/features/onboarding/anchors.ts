const anchorName = '--hint';

/** The first element of that kind, where it can be seen at once: one further down would come and go with scrolling. */
export function findAnchor(selector: string): HTMLElement | null {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) return null;
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && top >= 0 && bottom <= window.innerHeight ? element : null;
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
