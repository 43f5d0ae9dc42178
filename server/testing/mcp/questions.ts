import type { PopulatedTenant } from '../database/populate.ts';
import type { ToolQuestion } from './ask-tool.ts';

/** Questions to every tool, with ids of the given tenant. */
export const questionsWith = ({ productId, alertId, sellerAccountId }: PopulatedTenant): readonly ToolQuestion[] => [
  { name: 'list_problems' },
  { name: 'explain_alert', args: { alertId } },
  { name: 'search_products' },
  { name: 'search_products', args: { q: 'kettle', marketplace: 'US', sellerId: sellerAccountId } },
  { name: 'get_product', args: { productId } },
  { name: 'product_timeline', args: { productId, lookbackDays: 30 } },
  { name: 'sales_summary', args: { from: '2026-06-01', to: '2026-06-15' } },
  { name: 'sales_summary', args: { productId } },
  { name: 'stock_runway' },
  { name: 'stock_runway', args: { sellerId: sellerAccountId } },
  { name: 'keyword_ranks' },
  { name: 'keyword_ranks', args: { productId } },
  { name: 'what_is_stale' },
  { name: 'cost_breakdown', args: { from: '2026-06-01', to: '2026-06-15' } },
];

/** True if the question names one thing by its id, so that a foreign one is answered like an unknown one. */
export const namesOneThing = ({ args = {} }: ToolQuestion): boolean => 'productId' in args || 'alertId' in args;
