import l from '~/lib/l'
export default () => l
