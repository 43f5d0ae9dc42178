-- An order with two products of a family counts once for the family. The orders of a code and day that are counted with
-- other products already, by the list of these products: {"SAVE10": {"12,15": 1}}. A list has the ids below the product's
-- own, in ascending order, so that any part of the products can be summed when the orders are deleted.
alter table sales_days add column joint_orders jsonb not null default '{}';

update sales_days s
   set joint_orders = j.joint
  from (select c.tenant_id, c.product_id, c.day, jsonb_object_agg(c.id, c.joint) as joint
          from (select g.tenant_id, g.product_id, g.day, g.id, jsonb_object_agg(g.before, g.orders) as joint
                  from (select b.tenant_id, b.product_id, b.day, b.id, b.before, count(*) as orders
                          from (select o.tenant_id, o.order_id, o.product_id, o.day, e.key as id,
                                       string_agg(x.product_id::text, ',' order by x.product_id) as before
                                  from order_products o
                                 cross join lateral jsonb_each_text(o.promotions) e
                                  join order_products x
                                    on x.tenant_id = o.tenant_id
                                   and x.order_id = o.order_id
                                   and x.product_id < o.product_id
                                   and x.promotions ? e.key
                                 where o.promotions <> '{}'
                                 group by o.tenant_id, o.order_id, o.product_id, o.day, e.key) b
                         group by b.tenant_id, b.product_id, b.day, b.id, b.before) g
                 group by g.tenant_id, g.product_id, g.day, g.id) c
         group by c.tenant_id, c.product_id, c.day) j
 where s.tenant_id = j.tenant_id
   and s.product_id = j.product_id
   and s.day = j.day;
