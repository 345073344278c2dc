BEGIN;
CREATE TEMP TABLE t AS SELECT id FROM products WHERE kind IN ('toy');
UPDATE products SET price = CAST(price AS INTEGER) + price / 10 WHERE id IN (SELECT id FROM t);
DROP TABLE t;
COMMIT;