import { muteDurations } from '@app/shared/domain/muting.ts';
import type { FaqEntry } from './entry.ts';

const group = 'Working off alerts';
const durations = muteDurations
  .slice(0, -1)
  .map(({ label }) => label)
  .join(', ');

export const alertQuestions: readonly FaqEntry[] = [
  {
    id: 'steps',
    group,
    question: 'What are seen, in progress and done for?',
    answer: [
      'They say what you have done about an issue, for yourself and for everybody in your team. Seen takes it out of the count of unchecked ones. Done takes it off the list: it stands in a tab of its own until something new happens.',
      'When an issue becomes news again, because it got worse, better or concerns somebody else, it is new again, whatever it was marked.',
    ],
  },
  {
    id: 'mute',
    group,
    question: 'How do I mute an alert?',
    answer: [
      `Click the bell of the issue or press m, and choose how long: ${durations}, or until you turn it back on. Muted issues are still watched, but they are counted nowhere and nobody is told. When the time is over, you are told of a problem that began meanwhile and still lasts. Muted issues move to the tab Muted or done of their card, from where you can unmute them.`,
      'Muting concerns one watchdog of one product. Everything else about the product is told as before.',
    ],
  },
  {
    id: 'undo',
    group,
    question: 'I clicked the wrong button. Can I take it back?',
    answer: [
      'Yes, for ten seconds: click Undo in the dark bar at the foot of the page, or press u. Later choose the status again by the arrow beside the button.',
    ],
  },
  {
    id: 'keys',
    group,
    question: 'Which keys are there?',
    answer: [
      'In the issues j and k go to the next and the previous one, s marks it seen, d done, m opens the mute menu, x selects it for a change of many at once, i joins the selected issues as one incident, and o opens the product. / finds a product, u takes the last change back, and ? shows all of them. Single keys can be switched off in the account settings.',
    ],
  },
  {
    id: 'mark-all',
    group,
    question: 'How do I clear a card with many new alerts?',
    answer: [
      'Use Mark all new as seen in the card. It marks every new alert and warning of that watchdog that is listed and not muted; those that a filter hides have a button of their own. To choose some of them, tick their boxes or press x: then the bar at the foot changes all that are ticked, and one Undo takes it back.',
    ],
  },
  {
    id: 'phone',
    group,
    question: 'What can I do on the phone?',
    answer: [
      'See your products and work off the alerts under Alerts: swipe an issue, or use its buttons, and take it back if it was the wrong one. The boards for issues and stock need a wider screen and are offered there only.',
    ],
  },
];
