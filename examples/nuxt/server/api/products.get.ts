export default defineEventHandler(() => [{ name: 'Lamp', price: 4900 }])
