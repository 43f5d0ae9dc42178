import { listFeedbackProducts } from '../../../catalog/feedback-queries.ts';
import {
  feedbackColumnOrder,
  feedbackColumns,
  feedbackDays,
  readFeedback,
  type SellerFeedback,
} from '../../../catalog/reports/feedback.ts';
import type { Observation } from '../../recording/observation.ts';
import { reportSource } from './report-source.ts';

/** Feedback about the seller of three stars or fewer, with the product of its order. */
export const sellerFeedback = reportSource({
  name: 'seller-feedback',
  aspects: ['feedback'],
  everyMinutes: 120,
  reportType: 'GET_SELLER_FEEDBACK_DATA',
  daysBack: feedbackDays,
  columns: feedbackColumns,
  columnOrder: feedbackColumnOrder,
  needed: ['date', 'rating', 'orderId'],
  async observe(tx, { table, key, place, observedAt }, log) {
    const report = { locale: place.locale, reportedAt: observedAt };
    const rows = table ? table.rows.flatMap((row) => readFeedback(row, report) ?? []) : [];
    const told = rows.filter((row) => 'rating' in row);
    const unreadable = rows.flatMap((row) => ('rating' in row ? [] : [row.unreadableOrderId]));
    // A row without an order id is ignored. If every row lacks one, the report is damaged and yields nothing.
    if (told.length === 0 && unreadable.length > 0 && unreadable.every((orderId) => orderId === null)) return [];
    const given = [...told, ...unreadable.flatMap((orderId) => (orderId === null ? [] : [{ orderId, rating: null }]))];
    const products = await listFeedbackProducts(tx, key, given);
    const known = new Set(products.flatMap((product) => product.orderIds));
    const unknown = given.filter(({ orderId }) => !known.has(orderId)).length;
    if (unknown > 0) log.info({ ...key, unknown }, 'feedback on orders of products that are not known or not tracked');
    // A cancelled report does not remove known feedback.
    const believed = table ? products : products.filter(({ isObserved }) => !isObserved);
    const whole = believed.filter((product) => !product.orderIds.some((orderId) => unreadable.includes(orderId)));
    return whole.map(({ productId, orderIds: own }): Observation => {
      const entries = told.filter(({ orderId }) => own.includes(orderId)).toSorted(newestFirst);
      return { productId, aspect: 'feedback', sku: '', facts: { entries }, observedAt };
    });
  },
});

const newestFirst = (a: SellerFeedback, b: SellerFeedback): number =>
  `${b.date} ${b.orderId}` < `${a.date} ${a.orderId}` ? -1 : 1;
