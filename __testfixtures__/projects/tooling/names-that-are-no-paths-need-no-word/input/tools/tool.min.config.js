export default { files: ['pages/index.vue'] }
