import { cutAt } from '@app/shared/base/cut-text.ts';
import { isDay } from '@app/shared/base/calendar-day.ts';
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

/** Returns a complaint; `null` for praise. */
export function readFeedback(cell: Row<FeedbackColumn>, locale: string): SellerFeedback | UnreadableFeedback | null {
  const rating = Number(cell('rating'));
  const orderId = cell('orderId');
  const date = readDay(cell('date'), locale);
  if (praise.has(rating)) return null;
  if (!worstRatings.has(rating) || orderId === '' || date === null) {
    return { unreadableOrderId: orderId || null };
  }
  return { orderId, date, rating, comment: cutAt(cell('comment').replaceAll(/\s+/g, ' '), longestComment) };
}

/**
 * Reads a day such as 2026-06-15, 6/15/26 (US and Canada), and 15.06.2026 or 15/06/26 (elsewhere). A date that is
 * invalid in the marketplace's order of day and month, but valid in the other order, is read in the other order.
 */
export function readDay(text: string, locale: string): string | null {
  const [a = '', b = '', c = ''] = text.split(/[^\d]+/);
  if (a.length === 4) return dayOf([a, b, c]);
  const [monthFirst, dayFirst] = [dayOf([c, a, b]), dayOf([c, b, a])];
  return monthFirstLocales.has(locale) ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
}

const monthFirstLocales = new Set(['en-US', 'en-CA']);

function dayOf([year, month, day]: readonly [string, string, string]): string | null {
  const full = year.length === 2 ? `20${year}` : year;
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}
