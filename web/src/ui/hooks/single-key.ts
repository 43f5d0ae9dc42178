import { useEffect } from 'react';
import { topDialog } from '../overlays/open-dialogs.ts';

/** Whether a key pressed now is a wish, and no typing, no choice in a menu, and no key of the browser. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  (event.key.length > 1 || areLettersOn()) &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isIn(event.target, 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="menu"]');

/** Speech input and trembling hands press letters that nobody meant. Arrows and Escape have longer names and stay. */
const areLettersOn = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off';

/** The same for what concerns the page, which a dialog covers. */
export const isForPage = (event: KeyboardEvent): boolean => isSingleKey(event) && topDialog() === null;

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

interface Options {
  /** Also while a dialog is open. */
  readonly inDialogs?: boolean;
}

/** A single key that does something anywhere on the page. */
export function useSingleKey(key: string, act: () => void, { inDialogs = false }: Options = {}): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || !(inDialogs ? isSingleKey(event) : isForPage(event))) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [key, act, inDialogs]);
}
