-- A subscription that was cancelled gets no further discount, also after it was resumed, so the cancellation is kept.

-- The first cancellation.
alter table tenant_subscriptions add column forfeited_at timestamptz;

-- A cancellation also notes the offer as taken, so that without a discount of the offer there was one.
update tenant_subscriptions s
   set forfeited_at = coalesce(s.took_offer_at, s.ends_at)
 where s.ends_at is not null
    or (s.took_offer_at is not null
        and not exists (select 1
                          from discounts d
                         where d.tenant_id = s.tenant_id
                           and d.origin = 'offer'));
