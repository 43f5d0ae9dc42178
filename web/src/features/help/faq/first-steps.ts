import { mostKeywords } from '@app/shared/domain/inputs/keyword.ts';
import type { FaqEntry } from './entry.ts';

const group = 'First steps';

export const firstSteps: readonly FaqEntry[] = [
  {
    id: 'which-products',
    group,
    question: 'Which of my products are watched?',
    answer: [
      'Every ASIN of your connected seller accounts that has an active offer and had a sale within the last 60 days. A product that sells for the first time is found by itself.',
      'In Product Tracking Settings you can track a product whatever it sells, ignore it for good, or ignore it until its next sale. What a change costs a day stands beside it before you save.',
      'The same ASIN in two marketplaces counts as two products, because price, buy box and reviews differ there.',
    ],
  },
  {
    id: 'first-minutes',
    group,
    question: 'I have just connected. Why is so much still grey?',
    answer: [
      'First your listings and your sales of the last weeks are read, then each product gets its first look. Large accounts take longer, because Amazon limits how much may be asked at once. Three dots mean that the first look is still to come.',
      'The first look sets the baseline: Watchpost remembers what it found and tells you what changes from then on. What is plainly wrong already, such as a suspended listing, is told at once.',
    ],
  },
  {
    id: 'read-only',
    group,
    question: 'Can Watchpost change anything in my seller account?',
    answer: [
      'No. It reads your listings, offers, prices, stock, orders and reports, and it has itself notified of changes. It never changes a price, a listing or an order.',
      'You can take the permission back at any time in Seller Central, under the apps that you have authorized.',
    ],
  },
  {
    id: 'keywords',
    group,
    question: 'How do I watch where a product stands in the search?',
    answer: [
      `Open the product and add the search phrase under Keywords, up to ${mostKeywords} for each product. With a threshold from 1 to 150 you get an alert when the product falls below that place; without one its place is only shown.`,
      'Places are counted without paid results. To remove a keyword click its cross twice, or once while you hold Shift.',
    ],
  },
  {
    id: 'reauthorize',
    group,
    question: 'A banner says that an account may need to be authorized again. What happened?',
    answer: [
      'Amazon refuses our requests for that account: the permission was taken back, or it has expired. Nothing of that account can be checked until it is authorized again; what you see of it is its last known state and looks grey.',
      'Watchpost asks Amazon again every few hours. If the permission is good again, the banner goes and the checks go on by themselves.',
    ],
  },
];
