-- A subscription that was cancelled gets no further discount, also after it was resumed, so the cancellation is kept.

-- The first cancellation.
alter table tenant_subscriptions add column forfeited_at timestamptz;
