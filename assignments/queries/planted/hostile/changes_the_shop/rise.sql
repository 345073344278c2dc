ATTACH 'shop.sqlite' AS own;
UPDATE own.products SET price = 0;
UPDATE products SET price = price * 11 / 10 WHERE kind = 'toy';
