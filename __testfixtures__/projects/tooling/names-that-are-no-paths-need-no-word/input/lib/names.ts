export const names = ['pages', 'components', 'AppButton.vue']
