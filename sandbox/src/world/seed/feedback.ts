import { dayMs } from '@app/shared/base/time.ts';
import type { Feedback } from '../model/feedback.ts';
import type { Order } from '../life/order.ts';
import { createRandom, type Random } from '../random.ts';

/** One of this many orders has feedback. */
const feedbackEvery = 250;

const comments: Readonly<Record<number, readonly string[]>> = {
  5: ['Fast delivery, thank you!', 'Everything fine, gladly again.', 'Great seller, well packed.'],
  4: ['Good, delivery took a day longer than promised.', 'All fine.'],
  3: ['Item is okay, but the box was open.', 'Took a while to get an answer.'],
  2: ['Arrived late and without any message.', 'Packaging was poor, corner dented.'],
  1: ['Never arrived, no reply to my messages.', 'Wrong item sent, return was a hassle.'],
};

/** Generates feedback on orders of the past; most of it is positive. */
export function seedFeedback(orders: readonly Order[], now: Date): Feedback[] {
  return orders
    .filter((order, index) => index % feedbackEvery === 7 && order.createdAt.getTime() < now.getTime() - 20 * dayMs)
    .map((order) => {
      const random = createRandom(`${order.orderId}:feedback`);
      const rating = random.chance(0.75) ? 5 : random.int(1, 4);
      const date = new Date(order.createdAt.getTime() + random.int(4, 15) * dayMs);
      return writeFeedback({ order, rating, date }, random);
    })
    .toSorted((a, b) => b.date.getTime() - a.date.getTime());
}

interface FeedbackInput {
  readonly order: Order;
  readonly rating: number;
  readonly date: Date;
}

export function writeFeedback({ order, rating, date }: FeedbackInput, random: Random): Feedback {
  const { orderId, asin, marketplace } = order;
  const comment = random.pick(comments[rating] ?? []);
  const response = rating < 3 && random.chance(0.3) ? 'We are sorry and have refunded you.' : '';
  return { orderId, asin, marketplace, date, rating, comment, response };
}
