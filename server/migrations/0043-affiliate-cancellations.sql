-- The end of a subscription is reported to the affiliate service too.
alter table affiliate_events
  drop constraint affiliate_events_kind_check,
  add constraint affiliate_events_kind_check check (kind in ('signup', 'sale', 'refund', 'cancellation'));
