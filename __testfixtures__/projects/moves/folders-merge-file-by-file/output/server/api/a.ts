export default () => 'a'
