export default {
  name: 'pages', // "pages/index.vue"
  files: ['server/**'],
  broken: [}
}
