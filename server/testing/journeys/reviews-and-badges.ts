import type { Journey } from './journey.ts';

const choiceFor = (...keywords: readonly string[]) => keywords.map((keyword) => ({ type: 'choiceBadgeWon', keyword }));

/** Removing a review also removes its rating, of which the watchdog for ratings warns. */
export const reviewsAndBadgesJourneys = {
  badReview: {
    // Reviews are posted at position 11, because topReview reads the first ten and the page shows only 13.
    suits: ({ reviews }) => reviews === 11,
    warns: {
      events: [{ type: 'reviewPosted', rating: 3, title: 'So so', body: 'Nothing special', position: 11 }],
      becomes: 'warning',
      says: /^A new review with 3 stars: .*So so/,
    },
    begins: {
      events: [{ type: 'reviewPosted', rating: 2, title: 'Too thin', body: 'It bends', position: 11 }],
      becomes: 'alert',
      says: /^2 new bad reviews, the worst with 2 stars: .*Too thin/,
    },
    goesOn: {
      events: [{ type: 'reviewPosted', rating: 1, title: 'Cracked', body: 'After a week', position: 11 }],
      becomes: 'alert',
      says: /^3 new bad reviews, the worst with 1 star: .*Cracked/,
    },
    ends: {
      events: [{ type: 'reviewRemoved' }, { type: 'reviewRemoved' }, { type: 'reviewRemoved' }],
      becomes: 'ok',
      says: /^No recent bad review is left on the page$/,
      alongside: ['starRatingRecentChange'],
    },
  },
  topReview: {
    warns: {
      events: [{ type: 'reviewPosted', rating: 2, position: 5 }],
      becomes: 'warning',
      says: /^A review with 2 stars at #5/,
      alongside: ['badReview'],
    },
    begins: {
      events: [{ type: 'reviewPosted', rating: 1, position: 3 }],
      becomes: 'alert',
      says: /^2 bad reviews among the first 10, the highest with 1 star at #3/,
      alongside: ['badReview'],
    },
    goesOn: {
      events: [{ type: 'reviewPosted', rating: 3, position: 1 }],
      becomes: 'alert',
      says: /^3 bad reviews among the first 10, the highest with 3 stars at #1/,
      alongside: ['badReview'],
    },
    ends: {
      events: [{ type: 'reviewRemoved' }, { type: 'reviewRemoved' }, { type: 'reviewRemoved' }],
      becomes: 'ok',
      says: /^No bad review is left among the first 10$/,
      alongside: ['badReview', 'starRatingRecentChange'],
    },
  },
  starRatingRecentChange: {
    given: [{ type: 'ratingChanged', rating: 4.6, count: 1010 }],
    warns: {
      events: [{ type: 'ratingChanged', count: 1000 }],
      becomes: 'warning',
      says: /^The number of ratings fell from 1,010 to 1,000$/,
      isNotMailed: true,
    },
    begins: {
      events: [{ type: 'ratingChanged', rating: 3.4 }],
      becomes: 'alert',
      says: /^The star rating fell from 4\.6 to 3\.4, and the number of ratings fell from 1,010 to 1,000$/,
    },
    goesOn: {
      events: [{ type: 'ratingChanged', rating: 2.4 }],
      becomes: 'alert',
      says: /^The star rating fell from 4\.6 to 2\.4, and /,
    },
    ends: {
      events: [{ type: 'ratingChanged', rating: 4.6, count: 1010 }],
      becomes: 'ok',
      says: /^The star rating is now 4\.6$/,
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
    suits: ({ choice }) => !choice,
    given: choiceFor('one thing', 'another'),
    begins: {
      events: [{ type: 'choiceBadgeLost', keyword: 'one thing' }],
      becomes: 'alert',
      says: /^The Choice badge is gone for "one thing"$/,
    },
    goesOn: {
      events: [{ type: 'choiceBadgeLost', keyword: 'another' }],
      becomes: 'alert',
      says: /^The Choice badge is gone for "another", "one thing"$/,
    },
    ends: {
      events: choiceFor('one thing', 'another'),
      becomes: 'ok',
      says: /^The Choice badge is back for "another", "one thing"$/,
    },
  },
} as const satisfies Readonly<Record<string, Journey>>;
