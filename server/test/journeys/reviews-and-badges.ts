import type { Journey } from './journey.ts';

/** A review that is taken back takes its rating along, which the watchdog of ratings warns of. */
export const reviewsAndBadgesJourneys = {
  badReview: {
    // Behind the tenth place nobody else hears of it.
    suits: ({ reviews }) => reviews >= 11,
    begins: {
      events: [{ type: 'reviewPosted', rating: 3, title: 'So so', body: 'Nothing special', position: 12 }],
      becomes: 'warning',
      says: /^A new review with 3 stars: .*So so/,
    },
    goesOn: {
      events: [{ type: 'reviewPosted', rating: 1, title: 'Cracked', body: 'After a week', position: 12 }],
      becomes: 'alert',
      says: /^2 new bad reviews, the worst with 1 star: .*Cracked/,
    },
    ends: {
      events: [{ type: 'reviewRemoved' }, { type: 'reviewRemoved' }],
      becomes: 'ok',
      says: /^No recent bad review is left on the page$/,
      alongside: ['starRatingRecentChange'],
    },
  },
  topReview: {
    begins: {
      events: [{ type: 'reviewPosted', rating: 2, position: 5 }],
      becomes: 'warning',
      says: /^A review with 2 stars at #5/,
      alongside: ['badReview'],
    },
    goesOn: {
      events: [{ type: 'reviewPosted', rating: 1, position: 1 }],
      becomes: 'alert',
      says: /^2 bad reviews among the first 10, the highest with 1 star at #1/,
      alongside: ['badReview'],
    },
    ends: {
      events: [{ type: 'reviewRemoved' }, { type: 'reviewRemoved' }],
      becomes: 'ok',
      says: /^No bad review is left among the first 10$/,
      alongside: ['badReview', 'starRatingRecentChange'],
    },
  },
  starRatingRecentChange: {
    suits: ({ rating }) => rating >= 4.3,
    begins: {
      events: [{ type: 'ratingChanged', rating: 3.4 }],
      becomes: 'alert',
      says: /^The star rating fell from 4\.\d to 3\.4$/,
    },
    goesOn: {
      events: [{ type: 'ratingChanged', rating: 2.4 }],
      becomes: 'alert',
      says: /^The star rating fell from 4\.\d to 2\.4$/,
    },
    ends: {
      events: [({ rating }) => ({ type: 'ratingChanged', rating })],
      becomes: 'ok',
      says: /^The star rating is now 4\.\d$/,
    },
  },
  bestSellerBadge: {
    suits: ({ bestSeller }) => !bestSeller,
    given: [{ type: 'bestSellerBadgeWon' }],
    begins: {
      events: [{ type: 'bestSellerBadgeLost' }],
      becomes: 'alert',
      says: /^No longer the best seller in \S/,
    },
    goesOn: null,
    ends: { events: [{ type: 'bestSellerBadgeWon' }], becomes: 'ok', says: /^Best seller in \S/ },
  },
  badSellerFeedback: {
    begins: {
      events: [{ type: 'feedbackReceived', rating: 1, comment: 'Never came.' }],
      becomes: 'alert',
      says: /^A buyer gave you 1 star: Never came$/,
    },
    goesOn: {
      events: [{ type: 'feedbackReceived', rating: 2, comment: 'Came late.' }],
      becomes: 'alert',
      says: /^2 buyers gave you three stars or fewer$/,
    },
    ends: {
      events: [{ type: 'feedbackRemoved' }, { type: 'feedbackRemoved' }],
      becomes: 'ok',
      says: /^No recent bad feedback is left$/,
    },
  },
  amazonChoiceBadge: {
    suits: ({ choice }) => choice,
    begins: { events: [{ type: 'choiceBadgeLost' }], becomes: 'alert', says: /^The Choice badge is gone for ".+"$/ },
    goesOn: null,
    ends: { events: [{ type: 'choiceBadgeWon' }], becomes: 'ok', says: /^The Choice badge is back for ".+"$/ },
  },
} as const satisfies Readonly<Record<string, Journey>>;
