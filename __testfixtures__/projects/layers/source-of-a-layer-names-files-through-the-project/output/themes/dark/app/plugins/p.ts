import e from '~~/themes/dark/app/utils/e'
export default () => e
