-- Transports are declared in the program: no constraint and no index names a transport. A delivery to a channel has no
-- address (0).

alter table deliveries drop constraint deliveries_channel_check;
alter table channels drop constraint channels_kind_check;
drop index deliveries_of_channels;
create index deliveries_of_channels on deliveries (tenant_id, target_id, flip_at, flip_id)
  where state = 'pending' and email_address_id = 0;
