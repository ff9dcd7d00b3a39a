export { default } from '~/lib/l'
