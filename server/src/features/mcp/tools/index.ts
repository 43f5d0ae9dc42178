import type { Tool } from '../tool.ts';
import { costBreakdown, whatIsStale } from './account.ts';
import { keywordRanks, salesSummary, stockRunway } from './numbers.ts';
import { explainAlert, listProblems } from './problems.ts';
import { getProduct, searchProducts } from './products.ts';
import { productTimeline } from './timeline.ts';

/** All tools, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  listProblems,
  explainAlert,
  searchProducts,
  getProduct,
  productTimeline,
  salesSummary,
  stockRunway,
  keywordRanks,
  whatIsStale,
  costBreakdown,
];
