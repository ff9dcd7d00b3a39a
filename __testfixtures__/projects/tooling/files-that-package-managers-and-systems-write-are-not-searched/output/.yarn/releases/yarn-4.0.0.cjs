module.exports = ['~/components/A.vue', 'components/A.vue']
