export default { theme: 'dark' }
