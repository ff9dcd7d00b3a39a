import site from '~/config/site'
export default () => site
