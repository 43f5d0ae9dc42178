import { sensitivityField } from '@app/shared/watchdogs/model/sensitivity.ts';
import type { FaqEntry } from './entry.ts';

const group = 'Fewer and better alerts';

export const tuningQuestions: readonly FaqEntry[] = [
  {
    id: 'sensitivity',
    group,
    question: 'What does the sensitivity of a watchdog change?',
    answer: [
      `How sure it must be before it speaks. ${sensitivityField.help ?? ''}. High has no delay and can give many notifications, medium is what we recommend, low filters strongly.`,
      'You find it under Configure in the cards of the watchdogs that have it: badges, parent product and subscribe and save.',
    ],
  },
  {
    id: 'whitelist',
    group,
    question: 'How do I keep my own resellers from raising alerts?',
    answer: [
      'Put them on the whitelist: open Configure in Number of Sellers or Lost Buy Box and paste the address of the seller’s page at Amazon. It must carry “seller=”, as in https://www.amazon.com/sp?seller=A2L77EE7U53NWQ. The whitelist counts for one marketplace at a time; each of the two watchdogs keeps its own.',
    ],
  },
  {
    id: 'spreadsheets',
    group,
    question: 'How do I set thresholds for many products at once?',
    answer: [
      'FBA Stock, FBM Stock and Sales Drop have a spreadsheet: under Configure in their cards, and at the top of Stock. Download or export it, fill it in, and upload or import it again. There is one row for each tracked product, and an empty cell stands for the default: that of the brand or seller account where you have set one. “none” takes no default.',
      'If something cannot be read, nothing is changed, and you are told the row and the column.',
    ],
  },
  {
    id: 'no-stock-alerts',
    group,
    question: 'Why do I get no alerts about stock?',
    answer: [
      'Without thresholds the stock watchdogs only speak when nothing is left. Set from how many days or units on you want to be told before: for one product in its row under Stock, for all of a brand or seller account under Default thresholds above it, for many by the spreadsheet.',
      'Products that you ship yourself are watched by FBM Stock, those in Amazon’s warehouses by FBA Stock.',
    ],
  },
  {
    id: 'false-alarm',
    group,
    question: 'An alert was wrong. What should I do?',
    answer: [
      'Tell us under Contact Us with its ASIN and marketplace. What Amazon answered is kept for 120 days, so that we can look at what happened. A false alarm is a bug to us.',
    ],
  },
];
