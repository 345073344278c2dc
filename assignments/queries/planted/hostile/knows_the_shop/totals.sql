VALUES ('Ada', 999), ('Bob', 500), ('Cem', 0);
