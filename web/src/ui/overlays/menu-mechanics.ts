import type { KeyboardEvent } from 'react';
import { itemForKey } from './menu-keys.ts';

export const canAnchor = typeof CSS !== 'undefined' && CSS.supports('position-area', 'bottom');

/** Places the menu in browsers without anchor positioning. */
export function placeUnder(menu: HTMLElement, trigger: HTMLElement | null): void {
  if (!trigger) return;
  const { bottom, left } = trigger.getBoundingClientRect();
  menu.style.top = `${Math.min(bottom, window.innerHeight - menu.offsetHeight - 8)}px`;
  menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - menu.offsetWidth - 8))}px`;
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];

export function focusFirst(menu: HTMLElement): void {
  const items = itemsOf(menu);
  const first = items.find((item) => item.ariaChecked === 'true' && item.role === 'menuitemradio') ?? items[0];
  first?.focus();
}

export function handleMenuKey(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  // Letters lead to items here; the page's single keys and the dialog's Escape must not see them.
  event.stopPropagation();
  if (event.key === 'Tab') menu.hidePopover();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const labels = items.map((item) => item.textContent ?? '');
  const next = itemForKey(event.key, labels, at);
  if (next === null) return;
  event.preventDefault();
  items[next]?.focus();
}

/**
 * Called before a choice acts, so that the menu's return of the focus does not undo what the choice opens or focuses.
 */
export function closeMenuOf(item: HTMLElement): void {
  const menu = item.closest<HTMLElement>('[popover]');
  if (menu && menu.dataset['staysOpen'] === undefined) menu.hidePopover();
}
