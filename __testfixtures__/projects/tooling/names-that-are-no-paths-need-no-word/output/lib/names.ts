export const names = ['pages/index.vue', 'components/AppButton.vue']
