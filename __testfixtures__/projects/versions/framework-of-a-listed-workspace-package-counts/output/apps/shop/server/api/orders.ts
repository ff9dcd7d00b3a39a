export default defineEventHandler(() => []);
