const = 1
