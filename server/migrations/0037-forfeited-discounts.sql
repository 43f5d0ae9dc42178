-- A subscription that was cancelled gets no further discount, also after it was resumed, so the cancellation is kept.

-- The time of the first cancellation; null without one.
alter table tenant_subscriptions add column forfeited_at timestamptz;
