SELECT customers.name, COALESCE(SUM(pieces * price), 0)
FROM customers
LEFT JOIN sales ON sales.email = customers.email
LEFT JOIN products ON products.id = sales.product
GROUP BY customers.email;
