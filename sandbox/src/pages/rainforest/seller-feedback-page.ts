import { dayOf } from '@app/shared/base/calendar-day.ts';
import type { World } from '../../world/world.ts';
import type { RequestOf } from './request.ts';

const perPage = 5;

/** Returns the feedback on a seller in one marketplace, newest first, five per page. */
export function sellerFeedbackPage(world: World, request: RequestOf<'seller_feedback'>): object {
  const { seller_id: sellerId, amazon_domain: place, page } = request;
  const found = world.feedbackOf(sellerId).filter(({ marketplace }) => marketplace === place.code);
  const total_pages = Math.ceil(found.length / perPage);
  return {
    seller_feedback: found.slice((page - 1) * perPage, page * perPage).map((feedback) => ({
      rating: feedback.rating,
      body: feedback.comment,
      rater: 'Amazon Customer',
      has_response: feedback.response !== '',
      date: { raw: dayOf(feedback.date), utc: feedback.date.toISOString() },
    })),
    pagination: { current_page: page, total_pages, has_next_page: page < total_pages },
  };
}
