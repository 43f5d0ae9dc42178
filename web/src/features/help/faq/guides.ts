import type { FaqEntry } from './entry.ts';

const group = 'Guides';

/** Short guides; other pages link to them by their ids. */
export const guides: readonly FaqEntry[] = [
  {
    id: 'guide-morning',
    group,
    question: 'The 60-second morning: how to read Watchpost once a day',
    answer: ['You need not look at everything. In this order a minute is enough on most days.'],
    steps: [
      'Read the first line. If it says that nothing needs you, and the time beside it is recent, you are done.',
      'Work off the things under Do now from the top: they are ranked by money and time left.',
      'Open Issues and mark the rest seen, or mute what you have decided to live with.',
      'Look at what is grey. Grey is not fine: it was not looked at.',
    ],
  },
  {
    id: 'guide-buy-box',
    group,
    question: 'The buy box is gone: five things to look at, in this order',
    answer: ['A lost buy box has few causes. The alert names the seller who has it now; start there.'],
    steps: [
      'Is your own listing active and in stock? If not, the other alerts of the product say why.',
      'Has somebody undercut you? Compare the prices with shipping in the offers of the product page.',
      'Is it a seller you do not know? Look at their page, and whether they can have genuine goods of yours.',
      'Has your own price risen far above its usual level, or above the price elsewhere? Amazon can withhold the buy box for that.',
      'Is it a reseller of yours? Put them on the whitelist, and they raise no alert again.',
    ],
  },
  {
    id: 'google-sheets',
    group,
    question: 'Google Sheets: your catalogue in a spreadsheet, and what to do when it stops',
    answer: [
      'Watchpost makes one spreadsheet in your Google Drive and can open no other file there. Every hour it writes its five tabs anew where something has changed. You may move, share and rename the file and its tabs, and add tabs with formulas of your own: those are never touched.',
      'When Watchpost cannot access the spreadsheet, the settings say why, and you get one mail about it.',
    ],
    steps: [
      'Open the settings and look at Google Sheets under Connections: the reason stands there.',
      'Press Connect again and leave all boxes of the consent ticked. The same account keeps its spreadsheet.',
      'If the file was deleted, Connect again makes a new one.',
      'To end it, revoke the authorization under Connected apps. The spreadsheet stays yours.',
    ],
  },
  {
    id: 'guide-quiet',
    group,
    question: 'Too many alerts? How to make Watchpost quiet without going blind',
    answer: ['Alerts that are always ignored hide the one that matters. These are the levers, from the mildest.'],
    steps: [
      'Mark seen what you know about. It leaves the count at once and comes back only when it changes.',
      'Mute a single issue for as long as it cannot be helped, and let it come back by itself.',
      'Put your resellers on the whitelist.',
      'Set the sensitivity of badges to low, so that a badge that flickers is not told.',
      'Give slow products stock thresholds of their own by the spreadsheet.',
    ],
  },
];
