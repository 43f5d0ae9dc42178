import type { Figure } from '../../../http/health.ts';

/** The figures of the whole product, which every worker reads from the database. Seconds are counted from now. */
export const productFigures = [
  {
    name: 'watchpost_sweeps_late',
    help: 'Sweeps of watched accounts that have been due for ten minutes or longer, at most 20,000 in all',
    labels: ['source'],
  },
  {
    name: 'watchpost_sweep_lateness_seconds',
    help: 'How long the most overdue of the late sweeps has been due',
    labels: ['source'],
  },
  {
    name: 'watchpost_sweeps_failing',
    help: 'Sweeps that have failed three times in a row or more often',
    labels: ['source'],
  },
  {
    name: 'watchpost_messages_due',
    help: 'Messages that are due and not sent, and mails that wait for the mail server while it is away',
    labels: ['transport'],
  },
  {
    name: 'watchpost_message_oldest_seconds',
    help: 'How long the most overdue of these messages has been due, or has waited for the mail server',
    labels: ['transport'],
  },
  {
    name: 'watchpost_messages_failed',
    help: 'Messages of the last 24 hours that were tried for the last time and not taken',
    labels: ['transport'],
  },
  {
    name: 'watchpost_messages_set_aside',
    help: 'Messages that could not be composed and wait for an operator',
  },
  {
    name: 'watchpost_tenants_set_aside',
    help: 'Tenants whose turn in a chore keeps failing',
    labels: ['chore'],
  },
  {
    name: 'watchpost_notifications_set_aside',
    help: 'Notifications of the marketplace that could not be taken three times and wait for an operator',
  },
  {
    name: 'watchpost_accounts_resting',
    help: 'Seller accounts of which nothing, or not everything, is asked for the time being',
    labels: ['reason'],
  },
  {
    name: 'watchpost_queue_oldest_seconds',
    help: 'How long the oldest job of the queue has been waiting',
    labels: ['queue'],
  },
  {
    name: 'watchpost_page_credits_left',
    help: 'Page credits of today that are left to tenants who have used some',
    labels: ['purpose'],
  },
  {
    name: 'watchpost_page_credits_used',
    help: 'Page credits used today',
    labels: ['purpose'],
  },
  {
    name: 'watchpost_alarms',
    help: '1 while something goes on that only an operator can mend, or that is an outage of the marketplace',
    labels: ['alarm'],
  },
  {
    name: 'watchpost_partition_months_ahead',
    help: 'Months after the present one for which every series has a partition',
  },
  {
    name: 'watchpost_processes',
    help: 'Processes that reported within the last minute',
    labels: ['role', 'version'],
  },
] as const satisfies readonly Figure[];

export type ProductFigureName = (typeof productFigures)[number]['name'];
