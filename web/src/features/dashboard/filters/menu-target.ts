/** The kind that was chosen last in the menu of the watchdogs. */
export interface MenuTarget {
  readonly type: string;
  /** Whether the issues, which the choice opens, have been shown since. */
  readonly isShown: boolean;
}

/**
 * The choice once the view may have changed. It ends with the view that it has opened, so that the tab of the issues
 * and the back button lead to their top, and not to a card that was chosen before.
 */
export function followView(target: MenuTarget | null, areIssuesShown: boolean): MenuTarget | null {
  if (target === null || target.isShown === areIssuesShown) return target;
  return areIssuesShown ? { ...target, isShown: true } : null;
}
