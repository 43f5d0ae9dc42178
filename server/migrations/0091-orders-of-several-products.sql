-- An order with two products of a family counts once for the family. For each promotion: the number of orders in which
-- products with lower ids have the same promotion, by the ascending list of these ids: {"SAVE10": {"12,15": 1}}. With
-- these numbers the orders of any set of products can be summed after the orders themselves are deleted. Days from
-- before the migration have no numbers until one of their orders changes.
alter table sales_days add column joint_orders jsonb not null default '{}';
