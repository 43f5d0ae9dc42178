-- Product Tracking Settings: users choose which products are tracked, and whether new ones are tracked upon first sale.

-- The choice of users; null without one, when the sales decide.
alter table products add column tracking_choice text
  check (tracking_choice in ('tracked', 'ignored', 'untilNextOrder'));
alter table products add column tracking_chosen_at timestamptz;
alter table tenants add column tracks_new_products boolean not null default true;

-- The brand in the catalogue, by which users choose products; null until the catalogue is read after this migration.
alter table products add column brand text;
