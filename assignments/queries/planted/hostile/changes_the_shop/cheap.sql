DROP TABLE products; CREATE TABLE products (name, price);
SELECT name, price FROM products;
