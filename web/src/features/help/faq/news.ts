import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { FaqEntry } from './entry.ts';

const group = 'Being told';
const silent = watchdogs
  .filter(({ mailByDefault }) => mailByDefault?.length === 0)
  .map(({ title }) => title)
  .join(', ');

export const newsQuestions: readonly FaqEntry[] = [
  {
    id: 'mails',
    group,
    question: 'Who gets an e-mail, and about what?',
    answer: [
      'Every address of the account once it is verified, about the alerts that are ticked for it under E-mail channels. A mail tells what happened, from what to what, and leads to the product. While Instant alerts is off under Alert delivery, alerts are collected and sent together.',
      'Small changes are shown here only. That a problem is over comes with the next mail, within 12 hours. The Delivery log names the reason.',
      `By default there are no mails about ${silent}: these happen often and are best looked at on the dashboard. Muted issues and watchdogs in preview send nothing.`,
    ],
  },
  {
    id: 'live',
    group,
    question: 'Do I have to reload the page?',
    answer: [
      'No. What happens appears within a second while the page is open, also in several tabs. The line at the top says when your products were last checked.',
    ],
  },
  {
    id: 'desktop',
    group,
    question: 'How do I get desktop notifications?',
    answer: [
      'Open the bell at the top and switch Desktop notifications on; your browser asks once whether it may. The note under the switch says whether they also come while Watchpost is closed. Each person decides for each browser.',
      'If the switch cannot be moved the browser blocks notifications for this site: allow them with the sign at the left end of its address bar. On an iPhone or iPad the site has to be added to the home screen first.',
    ],
  },
  {
    id: 'offline',
    group,
    question: 'What happens while I am offline, or my computer sleeps?',
    answer: [
      'Your products are watched all the same, by our servers. The page says that it is offline, keeps what it knew, and catches up by itself.',
    ],
  },
];
