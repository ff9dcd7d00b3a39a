import e from '~/themes/dark/utils/e'
export default () => e
