-- An order with two products of a family counts once for the family. The orders of a code and day that are counted with
-- other products already, by the list of these products: {"SAVE10": {"12,15": 1}}. A list has the ids below the product's
-- own, in ascending order, so that any part of the products can be summed when the orders are deleted. Days from before the
-- migration have none until one of their orders changes.
alter table sales_days add column joint_orders jsonb not null default '{}';
