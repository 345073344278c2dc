-- Everything in one; it's "cheap"; yes.
WITH small AS (SELECT * FROM products WHERE NOT price >= 500)
SELECT name AS "what; is it", price FROM small ORDER BY 2, 1
