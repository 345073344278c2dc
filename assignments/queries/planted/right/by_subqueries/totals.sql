select name, (select ifnull(sum(pieces * (select price from products p where p.id = s.product)), 0)
  from sales s where s.email = c.email) -- 0 for none
from customers c order by random()
;;
