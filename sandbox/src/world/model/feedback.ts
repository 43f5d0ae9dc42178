/** A buyer's feedback on the seller, related to an order. */
export interface Feedback {
  readonly orderId: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly date: Date;
  /** Stars from 1 to 5. */
  readonly rating: number;
  readonly comment: string;
  readonly response: string;
}
