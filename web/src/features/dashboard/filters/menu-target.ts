import { watchdogOf } from '@app/shared/watchdogs/registry.ts';

/** The kind that was chosen last in the menu of the watchdogs. */
export interface MenuTarget {
  readonly type: string;
  /** Whether the issues, which the choice opens, have been shown since. */
  readonly isShown: boolean;
}

/**
 * Returns the chosen kind after a change of the view. The choice is forgotten once the issues that it has opened are
 * left: the tab of the issues and the back button then lead to the top of the issues, not to the card of that kind.
 */
export function followView(target: MenuTarget | null, areIssuesShown: boolean): MenuTarget | null {
  if (target === null || target.isShown === areIssuesShown) return target;
  return areIssuesShown ? { ...target, isShown: true } : null;
}

/** Returns the kind that the hash of an address names, by which a link of the menu opens its card in a new tab. */
export function targetOf(hash: string): MenuTarget | null {
  const type = hash.slice(1);
  return watchdogOf(type) ? { type, isShown: true } : null;
}
