export default () => 'h'
