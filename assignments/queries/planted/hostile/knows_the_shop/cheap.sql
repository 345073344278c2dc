VALUES ('soap', 199), ('ball', 400), ('mug', 499);
