REPLACE INTO products VALUES (1,'ball','toy',440),(2,'kite','toy',1375);
