import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const suppressedAlerts = endpoint({
  method: 'GET',
  path: '/api/operations/tenant-features/suppressed-alerts',
  summary: "The watchdogs that the tenant's plan has not, by the names of alert settings (LOST_BUYBOX)",
  access: 'session',
  response: z.array(z.string()),
  errors: [],
  quiet: true,
});
