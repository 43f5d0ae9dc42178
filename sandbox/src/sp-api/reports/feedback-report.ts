import type { Feedback } from '../../world/model/feedback.ts';
import { periodOf, type ReportType } from './report-type.ts';

/** Only what is neutral or negative. */
const mostStars = 3;

/** What buyers said of the seller with three stars or fewer. */
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

/** As people there write it; the year has two digits. */
function shortDate(date: Date, marketplace: string): string {
  const [year = '', month = '', day = ''] = date.toISOString().slice(2, 10).split('-');
  if (marketplace === 'DE') return `${day}.${month}.${year}`;
  if (marketplace === 'UK' || marketplace === 'IN') return `${day}/${month}/${year}`;
  return `${Number(month)}/${Number(day)}/${year}`;
}
