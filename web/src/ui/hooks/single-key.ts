import { useEffect } from 'react';
import { topDialog } from '../overlays/open-dialogs.ts';

/** Whether a key press is a shortcut, and not typing, a choice in a menu or a key of the browser. */
const isSingleKey = (event: KeyboardEvent): boolean =>
  (event.key.length > 1 || areLettersOn()) &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isIn(event.target, 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="menu"]');

/**
 * Letters can be switched off, because speech input and trembling hands press them by mistake. Keys with longer names,
 * such as arrows and Escape, always work.
 */
const areLettersOn = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off';

/**
 * Whether a key press may act. The repetitions of a held key may not, because they would act on the issues that follow
 * the first one.
 */
export const isActKey = (event: KeyboardEvent): boolean => !event.repeat && isSingleKey(event);

/** Whether a key press is a shortcut of the page; page shortcuts do nothing while a dialog covers the page. */
export const isForPage = (event: KeyboardEvent): boolean => isSingleKey(event) && topDialog() === null;

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

interface Options {
  /** Whether the key also works while a dialog is open. */
  readonly inDialogs?: boolean;
}

/** A single key that works anywhere on the page. */
export function useSingleKey(key: string, act: () => void, { inDialogs = false }: Options = {}): void {
  useEffect(() => {
    const handleKeyDown = keyHandler(key, act, inDialogs);
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [key, act, inDialogs]);
}

export const keyHandler =
  (key: string, act: () => void, inDialogs: boolean) =>
  (event: KeyboardEvent): void => {
    if (event.key !== key || !isActKey(event) || !(inDialogs || isForPage(event))) return;
    event.preventDefault();
    act();
  };
