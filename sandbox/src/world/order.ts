import type { FulfilledBy } from './product.ts';

export interface Order {
  readonly orderId: string;
  readonly orderItemId: string;
  readonly sellerId: string;
  readonly marketplace: string;
  readonly asin: string;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly fulfilledBy: FulfilledBy;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
