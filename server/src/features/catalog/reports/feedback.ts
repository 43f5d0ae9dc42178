import { cutAt } from '@app/shared/base/cut-text.ts';
import { isDay } from '@app/shared/base/calendar-day.ts';
import { dayMs } from '@app/shared/base/time.ts';
import type { ColumnNames, Row } from './report-table.ts';

/** The columns that are read. The buyer's address and the seller's response are never read. */
type FeedbackColumn = 'date' | 'rating' | 'comment' | 'orderId';

export const feedbackColumns: ColumnNames<FeedbackColumn> = new Map([
  ['date', ['Date', 'Datum', 'Data', 'Fecha']],
  ['rating', ['Rating', 'Bewertung', 'Évaluation', 'Valutazione', 'Valoración', 'Calificación', 'Beoordeling']],
  ['comment', ['Comments', 'Kommentare', 'Commentaires', 'Commenti', 'Comentarios', 'Comentários', 'Opmerkingen']],
  [
    'orderId',
    [
      'Order ID',
      'Bestellnummer',
      'Numéro de commande',
      'Numero ordine',
      'ID del pedido',
      'Número de pedido',
      'ID do pedido',
      'Bestelnummer',
    ],
  ],
]);

/**
 * The order of the columns. Amazon translates the headers into more languages than the names above, in the same order.
 */
export const feedbackColumnOrder: readonly (FeedbackColumn | null)[] = [
  'date',
  'rating',
  'comment',
  null,
  'orderId',
  null,
];

/** The number of days that the report covers: buyers can leave feedback for 90 days after the order. */
export const feedbackDays = 90;

export interface SellerFeedback {
  readonly orderId: string;
  /** The date as `YYYY-MM-DD`. */
  readonly date: string;
  readonly rating: number;
  readonly comment: string;
}

const worstRatings = new Set([1, 2, 3]);
const praise = new Set([4, 5]);
const longestComment = 500;

/** Feedback that cannot be read; the order is `null` if the row does not name it. */
interface UnreadableFeedback {
  readonly unreadableOrderId: string | null;
}

interface FeedbackReport {
  readonly locale: string;
  readonly reportedAt: Date;
}

/** Returns a complaint; `null` for praise. */
export function readFeedback(
  cell: Row<FeedbackColumn>,
  report: FeedbackReport,
): SellerFeedback | UnreadableFeedback | null {
  const rating = Number(cell('rating'));
  const orderId = cell('orderId');
  const date = readDay(cell('date'), report);
  if (praise.has(rating)) return null;
  if (!worstRatings.has(rating) || orderId === '' || date === null) {
    return { unreadableOrderId: orderId || null };
  }
  return { orderId, date, rating, comment: cutAt(cell('comment').replaceAll(/\s+/g, ' '), longestComment) };
}

/**
 * Reads a day such as 2026-06-15, 6/15/26 (US), and 15.06.2026 or 15/06/26 (elsewhere). Amazon writes the short date of
 * the seller's language, which may have another order than that of the marketplace. A date that is invalid in the
 * order of the marketplace, or outside the days of the report, is read in the order in which it is one of these days.
 */
export function readDay(text: string, { locale, reportedAt }: FeedbackReport): string | null {
  const [a = '', b = '', c = ''] = text.split(/[^\d]+/);
  if (a.length === 4) return dayOf([a, b, c]);
  const [monthFirst, dayFirst] = [dayOf([c, a, b]), dayOf([c, b, a])];
  const usual = (locale === 'en-US' ? [monthFirst, dayFirst] : [dayFirst, monthFirst]).filter((day) => day !== null);
  const yearFirst = dayOf([a, b, c]);
  const reported = [...usual, ...(yearFirst === null ? [] : [yearFirst])].find((day) => isReported(day, reportedAt));
  return reported ?? usual[0] ?? null;
}

/** Whether the report covers the day, which is a day of the marketplace and so may begin or end a day off. */
function isReported(day: string, reportedAt: Date): boolean {
  const ageDays = (reportedAt.getTime() - Date.parse(day)) / dayMs;
  return ageDays > -1 && ageDays < feedbackDays + 2;
}

function dayOf([year, month, day]: readonly [string, string, string]): string | null {
  const full = year.length === 2 ? `20${year}` : year;
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}
