import type { FaqEntry } from './entry.ts';

const group = 'Reading the dashboard';

export const dashboardQuestions: readonly FaqEntry[] = [
  {
    id: 'how-often',
    group,
    question: 'How often is everything checked?',
    answer: [
      'Each watchdog has a rhythm of its own: from every 10 minutes for suspended listings to once a day for FBA fees. The head of its card and its Info tab say how often it really looks for your account; a large account can be slower where Amazon limits the requests.',
      'For offers, listings and stock Amazon also tells us of changes as they happen. Such news is looked at straight away, without waiting for the next check.',
    ],
  },
  {
    id: 'why-grey',
    group,
    question: 'Why is something grey?',
    answer: [
      'Green is earned: only what was looked at in time is shown as fine. A dashed clock means that a check is late, for instance because a marketplace does not answer; you see the last known state and since when it is that old.',
      'Three dots stand for something that has not been looked at yet, and a crossed bell for something you have muted. A whole card in grey is a watchdog that your plan does not include.',
    ],
  },
  {
    id: 'colours',
    group,
    question: 'What do alert, warning and improved mean?',
    answer: [
      'An alert (red, octagon) needs you. A warning (amber, triangle) may become one, or is milder. Improved (teal, arrow up) says that something got better, for instance that the buy box is yours again. Not every watchdog knows all three.',
    ],
  },
  {
    id: 'counts',
    group,
    question: 'Which issues do the numbers at the top count?',
    answer: [
      'Unchecked alerts and warnings are those that nobody has marked seen, in progress or done, and that are not muted. Watchdogs in preview are not counted anywhere.',
      'Products with issues counts products, not alerts: one with three alerts counts once.',
    ],
  },
  {
    id: 'money',
    group,
    question: 'Where does the money at risk come from?',
    answer: [
      'It is an estimate of what an issue costs in a day: the units that the product sells on a usual day, times its price, times what such an event usually costs. A range means that the last of these is not sure. Where nobody can know it, none is shown.',
      'What advertising costs while nobody can buy the product from you is added, once your advertising account is connected: the issue then says how much of the amount that is.',
      'Usual is the median of the days before it happened. Amounts in different currencies are never added up.',
    ],
  },
  {
    id: 'preview',
    group,
    question: 'What does [preview] beside a watchdog mean?',
    answer: ['It is being tried out. It shows what it would have told, but it counts nowhere and sends nothing.'],
  },
  {
    id: 'page-data',
    group,
    question: 'A card says that it needs a page-data provider. Why?',
    answer: [
      'Reviews, star ratings, the choice badge and places in the search are only found on the pages that customers see, not in Amazon’s interface for sellers. They need a provider of such pages. Until one is set up these watchdogs watch nothing: their cards say so, and the detail of a product calls them Not watched. All others work.',
    ],
  },
  {
    id: 'sales-today',
    group,
    question: 'Why is the bar of today paler, and why do sales differ from Seller Central?',
    answer: [
      'Today is not over: the last bar is what was sold so far. Days begin at midnight of the marketplace, as in Seller Central. Orders are counted when they are placed, and corrected when they are cancelled, so that the last two days can still change a little.',
    ],
  },
  {
    id: 'organic',
    group,
    question: 'What are organic units, and why are they not known for some days?',
    answer: [
      'Units and orders that Sponsored Products did not bring within 7 days of a click, which is the window of sellers. They are what was sold less what Amazon attributes to advertisements, and never below zero.',
      'Connect the advertising of a seller account in the settings under Storefronts. The reports of the last month are read then, and those of the last two weeks again each night, because Amazon corrects them. Today, and days without a report, are not known rather than zero.',
    ],
  },
];
