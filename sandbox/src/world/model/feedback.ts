/** What a buyer says of the seller, by order. */
export interface Feedback {
  readonly orderId: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly date: Date;
  /** Stars, 1 to 5. */
  readonly rating: number;
  readonly comment: string;
  readonly response: string;
}
