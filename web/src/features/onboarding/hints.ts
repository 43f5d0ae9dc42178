import type { HintId } from './hint-ids.ts';

export interface Hint {
  /** The selector of the explained element; without it on the page the hint is not shown. */
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
  /** A second button beside "Got it", if any. */
  readonly action?: { readonly label: string; readonly does: 'notify' | 'settings' };
}

export const hints: Readonly<Record<HintId, Hint>> = {
  desktopnotif: {
    anchor: '.bell',
    title: 'Know it when it happens',
    text: 'Desktop notifications tell you of new alerts and improvements while you work on something else. Your browser asks once whether it may.',
    action: { label: 'Turn on notifications', does: 'notify' },
  },
  viewtype: {
    anchor: '.filters__end .segments',
    title: 'Two ways to look',
    text: 'Products as cards or as a list, issues as wide rows with their evidence or as compact ones. The address keeps what you choose, so a bookmark does too.',
  },
  wdtabs: {
    anchor: '.alert-card__tabs .tabs',
    title: 'Everything has its tab',
    text: 'Issues need you, OK was checked and is fine. What you muted or finished has tabs of its own, and Info says how the watchdog works.',
  },
  issuestatus: {
    anchor: '.issue-actions .split',
    title: 'Work issues off',
    text: 'New, seen, in progress, done: the button takes the next step, the arrow leads to any. Every step can be undone for 10 seconds.',
  },
  saleschrt: {
    anchor: '.card__sales',
    title: 'Sales, day by day',
    text: 'The last two weeks at a glance. Click the bars for the whole chart with rank and promotions.',
  },
  dtntfy: {
    anchor: '.bell',
    title: 'What happened last',
    text: 'The bell keeps the newest alerts, warnings and improvements. Desktop notifications are switched on and off there too.',
  },
  mainmenu: {
    anchor: '.account-button',
    title: 'More accounts, more eyes',
    text: 'Add more seller accounts at any time, and e-mails for assistants who should be told too. Both are in this menu, under Email & Account Settings.',
    action: { label: 'Open the settings', does: 'settings' },
  },
};
