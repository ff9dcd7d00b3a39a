const file = '../utils/price'
const { format } = await import(file)

format()
