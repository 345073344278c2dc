SELECT name, price
FROM products
WHERE price < 500
ORDER BY price, name;
