import '#server/load'
