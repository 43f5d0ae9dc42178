import type { Feedback } from '../../../world/model/feedback.ts';
import { periodOf, type ReportType } from './report-type.ts';

/** The report contains only neutral and negative feedback. */
const mostStars = 3;

/** Report of seller feedback with three stars or fewer. */
export const feedbackReport: ReportType = {
  header: () => ['Date', 'Rating', 'Comments', 'Your Response', 'Order ID', 'Rater Email'],
  rows: (world, report, codes) => {
    const { from, to } = periodOf(report);
    return world
      .feedbackOf(report.sellerId)
      .filter(({ rating, marketplace }) => rating <= mostStars && codes.includes(marketplace))
      .filter(({ date }) => !report.dataStartTime || (date >= from && date <= to))
      .map((entry) => rowOf(entry));
  },
  isCancelledWhenEmpty: true,
};

function rowOf({ date, rating, comment, response, orderId, marketplace }: Feedback): string[] {
  const email = `${orderId.replaceAll('-', '').slice(0, 14)}@marketplace.example`;
  return [shortDate(date, marketplace), String(rating), comment, response, orderId, email];
}

/** Formats a date in the marketplace's local order, with a two-digit year. */
function shortDate(date: Date, marketplace: string): string {
  const [year = '', month = '', day = ''] = date.toISOString().slice(2, 10).split('-');
  if (marketplace === 'DE') return `${day}.${month}.${year}`;
  return marketplace === 'US' ? `${Number(month)}/${Number(day)}/${year}` : `${day}/${month}/${year}`;
}
