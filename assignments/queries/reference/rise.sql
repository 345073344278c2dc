UPDATE products
SET price = price * 11 / 10
WHERE kind = 'toy';
