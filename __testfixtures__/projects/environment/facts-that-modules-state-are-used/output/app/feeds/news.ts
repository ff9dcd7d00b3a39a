export default { title: 'News' }
